import { z } from "zod";
import { route } from "@/lib/platform/http/route";

/** Whatever no other route answers gets the contract's 404 instead of a page: no address fits `never`. */
const nothing = route({ params: z.never() }, () => undefined);

export {
  nothing as DELETE,
  nothing as GET,
  nothing as HEAD,
  nothing as OPTIONS,
  nothing as PATCH,
  nothing as POST,
  nothing as PUT,
};
