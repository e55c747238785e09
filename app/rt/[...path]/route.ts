import { z } from "zod";
import { runtimeFolder } from "@/lib/code/compile/runtime";
import { runtimeFile } from "@/lib/code/compile/runtime-file";
import { route, routes } from "@/lib/platform/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true, params: z.object({ path: z.tuple([z.string()]) }) }, ({ request, params }) =>
    runtimeFile(runtimeFolder(), params.path[0], request.headers.get("accept-encoding") ?? ""),
  ),
});
