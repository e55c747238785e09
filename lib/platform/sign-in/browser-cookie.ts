import { publicOrigin } from "@/lib/ground/base/env";

/** The cookie that binds a sign-in with a provider to the browser that started it. */
const VALUE = /^[\w-]{32}$/;

function cookieName(): string {
  const { protocol, port } = new URL(publicOrigin());
  // Browsers send cookies to all ports of a host, so two servers on one machine need different names.
  return `${protocol === "https:" ? "__Host-" : ""}easel-sign-in-${port || "default"}`;
}

/** Returns the value of the cookie, or null. A browser with several tabs keeps one value. */
export function browserOf({ headers }: Request): string | null {
  const name = `${cookieName()}=`;
  const found = headers
    .get("cookie")
    ?.split(/;\s*/)
    .find((one) => one.startsWith(name));
  const value = found?.slice(name.length) ?? "";
  return VALUE.test(value) ? value : null;
}

/** `Lax`, because the provider's answer is a link from another site. */
export const cookieOf = (value: string, seconds: number): string =>
  [
    `${cookieName()}=${value}`,
    "Path=/",
    `Max-Age=${seconds}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(publicOrigin().startsWith("https:") ? ["Secure"] : []),
  ].join("; ");
