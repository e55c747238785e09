import { runtime } from "@/lib/authored/compile/runtime";
import { sandboxDocument } from "@/lib/authored/compile/sandbox-document";
import { route, routes } from "@/lib/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true }, ({ request }) =>
    sandboxDocument(runtime(), request.headers.get("host") ?? ""),
  ),
});
