import { readsText, writesText } from "@/lib/platform/http/identity";
import { routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: readsText("learned_notes"),
  PUT: writesText("learned_notes"),
});
