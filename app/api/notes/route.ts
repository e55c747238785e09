import { readsText, writesText } from "@/lib/http/identity";
import { routes } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: readsText("learned_notes"),
  PUT: writesText("learned_notes"),
});
