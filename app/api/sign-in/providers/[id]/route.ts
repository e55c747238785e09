import { z } from "zod";
import { route, routes } from "@/lib/platform/http/route";
import { changeProvider, removeProvider } from "@/lib/platform/sign-in/providers";
import { uuid } from "@/lib/shared/ids";
import { providerChange } from "@/lib/shared/members/sign-in";

const params = z.object({ id: uuid });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: route(
    { role: "admin", params, body: providerChange, fromPage: true },
    ({ params: { id }, member, body }) => changeProvider(member, id, body),
  ),
  DELETE: route({ role: "admin", params, fromPage: true }, ({ params: { id } }) => removeProvider(id)),
});
