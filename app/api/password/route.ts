import { z } from "zod";
import { assertOrigin, removePassword, setPassword } from "@/lib/platform/access/change-password";
import { passwordSource } from "@/lib/platform/access/password";
import { route, routes } from "@/lib/platform/http/route";
import { PASSWORD_LENGTH } from "@/lib/shared/sessions";

const { min, max } = PASSWORD_LENGTH;
const current = z.string().max(max);
const change = z.strictObject({
  current: current.optional(),
  password: z
    .string()
    .min(min, `Use at least ${min} characters`)
    .max(max, `Use at most ${max.toLocaleString("en")} characters`),
});
const removal = z.strictObject({ current });
const maxBytes = 20_000;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ role: "guest" }, async () => ({ source: await passwordSource() })),
  PUT: route({ role: "owner", body: change, maxBytes, fromPage: true }, async ({ request, body }) => {
    assertOrigin(request);
    return new Response(null, { status: 204, headers: await setPassword(request, body) });
  }),
  DELETE: route({ role: "owner", body: removal, maxBytes, fromPage: true }, async ({ request, body }) => {
    assertOrigin(request);
    await removePassword(request, body.current);
  }),
});
