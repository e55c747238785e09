import { z } from "zod";
import { route } from "@/lib/platform/http/route";

/** Returns the API's 404 instead of a page for unknown paths: no params match `never`. */
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
