import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/ground/base/env";
import { secretKey } from "@/lib/ground/base/secret";
import { AppError } from "@/lib/shared/errors";
import { NEEDS_PAGE, PAGE_HEADER } from "@/lib/shared/page-proof";

/*
 * A proof that a page of Easel sent a request. With EASEL_RIGHTS=page, routes that change rights need it, so that a
 * program or another server cannot change them. A page gets its proof in a response, and its browser a cookie that scripts cannot
 * read; both are needed. The proof is bound to the cookie, to the session and to one page.
 */

const HOURS = 24;
const ID_BYTES = 24;
const ID = /^[\w-]{32}$/;

/**
 * Returns a new proof for the page that sent the request, and the headers that set the cookie. Throws `forbidden` unless
 * the request names a page in `Origin`; the guard has refused all pages but Easel's own.
 */
export function issuePageProof(
  request: Request,
  session: string | null,
): { proof: string; headers: Record<string, string> } {
  if (!request.headers.has("origin")) throw notFromPage();
  const browser = browserOf(request) ?? newId();
  const expires = Date.now() + HOURS * 3_600_000;
  const page = newId();
  const proof = `${expires}.${page}.${macOf({ session, browser, page, expires })}`;
  return { proof, headers: { "set-cookie": cookieOf(browser) } };
}

/**
 * Throws `forbidden` if EASEL_RIGHTS needs a proof, unless the request has a valid one of its page, its browser and its
 * session.
 */
export function assertFromPage(request: Request, session: string | null): void {
  if (env().EASEL_RIGHTS !== "page") return;
  const [expires = "", page = "", mac = ""] = request.headers.get(PAGE_HEADER)?.split(".") ?? [];
  const browser = browserOf(request);
  if (browser === null || !(Number(expires) > Date.now())) throw notFromPage();
  const wanted = macOf({ session, browser, page, expires: Number(expires) });
  if (!isSame(mac, wanted)) throw notFromPage();
}

type Bound = { session: string | null; browser: string; page: string; expires: number };

const macOf = ({ session, browser, page, expires }: Bound): string =>
  createHmac("sha256", secretKey("page"))
    .update(JSON.stringify([session, browser, page, expires]))
    .digest("base64url");

const newId = () => randomBytes(ID_BYTES).toString("base64url");

function browserOf({ headers }: Request): string | null {
  const name = `${cookieName()}=`;
  const found = headers
    .get("cookie")
    ?.split(/;\s*/)
    .find((one) => one.startsWith(name));
  const id = found?.slice(name.length) ?? "";
  return ID.test(id) ? id : null;
}

const origin = (): URL => {
  const { EASEL_ORIGIN, PORT } = env();
  return new URL(EASEL_ORIGIN ?? `http://localhost:${PORT}`);
};

/** Browsers send cookies to all ports of a host, so two servers on one machine need different names. */
const cookieName = (): string => `easel-page-${origin().port || "default"}`;

const cookieOf = (browser: string): string =>
  [
    `${cookieName()}=${browser}`,
    "Path=/api",
    "HttpOnly",
    "SameSite=Strict",
    ...(origin().protocol === "https:" ? ["Secure"] : []),
  ].join("; ");

function isSame(actual: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(wanted)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

export const notFromPage = (): AppError =>
  new AppError("forbidden", "Only a page of Easel may do this. Do it in Easel's settings.", {
    details: NEEDS_PAGE,
  });
