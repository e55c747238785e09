import { z } from "zod";
import { countLoginAttempt, resetLoginAttempts } from "@/lib/platform/access/login-limit";
import { hasPassword, isPassword } from "@/lib/platform/access/password";
import { signIn } from "@/lib/platform/access/session";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";

const body = z.strictObject({ password: z.string().min(1, "Enter the password").max(1_000) });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route({ public: true, body, maxBytes: 10_000 }, async ({ request, body: { password } }) => {
    if (!(await hasPassword())) {
      throw new AppError("conflict", "No password is set, so no sign-in is needed. Open / to start.");
    }
    await countLoginAttempt(request);
    if (!(await isPassword(password))) throw new AppError("unauthorized", "Wrong password. Try again.");
    await resetLoginAttempts(request);
    return new Response(null, { status: 204, headers: await signIn(request) });
  }),
});
