import { previewCode } from "@/lib/code/components/preview";
import { route, routes } from "@/lib/platform/http/route";
import { COMPONENT_BYTES, componentPrefix } from "@/lib/shared/components/fields";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ role: "guest", body: componentPrefix, maxBytes: COMPONENT_BYTES }, ({ body }) =>
    previewCode(body),
  ),
});
