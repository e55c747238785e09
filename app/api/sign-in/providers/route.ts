import { route, routes } from "@/lib/platform/http/route";
import { addProvider, listProviders } from "@/lib/platform/sign-in/providers";
import { newProvider } from "@/lib/shared/members/sign-in";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ role: "admin" }, listProviders),
  POST: route({ role: "admin", body: newProvider, fromPage: true }, async ({ body, member }) =>
    Response.json(await addProvider(member, body), { status: 201 }),
  ),
});
