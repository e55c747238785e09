import { countLoginAttempt, resetLoginAttempts } from "@/lib/platform/access/login-limit";
import { isPassword } from "@/lib/platform/access/password";
import { requireSession } from "@/lib/platform/access/session";
import { route, routes } from "@/lib/platform/http/route";
import { AppError } from "@/lib/shared/errors";
import { readTokens } from "@/lib/store/loop/usage";
import { formatMetrics } from "./format";
import { readLoad } from "./load";

const BEARER = /^Bearer (.+)$/i;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true }, async ({ request }) => {
    await admitScraper(request);
    const [load, tokens] = await Promise.all([readLoad(), readTokens()]);
    return new Response(formatMetrics(load, tokens), {
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" },
    });
  }),
});

/** A Prometheus server has no session, so it may send the password as a bearer token. */
async function admitScraper(request: Request): Promise<void> {
  const [, password] = BEARER.exec(request.headers.get("authorization") ?? "") ?? [];
  if (password === undefined) {
    await requireSession(request);
    return;
  }
  await countLoginAttempt(request);
  if (!(await isPassword(password))) {
    throw new AppError(
      "unauthorized",
      "The bearer token is not the password. Set the credentials of the scraper to the password.",
    );
  }
  await resetLoginAttempts(request);
}
