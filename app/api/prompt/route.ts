import { readsText, writesText } from "@/lib/http/identity";
import { routes } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: readsText("system_prompt"),
  PUT: writesText("system_prompt"),
});
