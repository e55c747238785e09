import { randomBytes } from "node:crypto";
import { env } from "@/lib/ground/base/env";
import { VISITOR_HEADER } from "@/lib/shared/apps/visitor-header";
import type { AppRow } from "@/lib/store/apps/apps";

const SECONDS = 365 * 24 * 60 * 60;
const TOKEN = /^[\w-]{43}$/;

export const newVisitorToken = (): string => randomBytes(32).toString("base64url");

const origin = () => new URL(env().EASEL_ORIGIN ?? `http://localhost:${env().PORT}`);

/** Browsers send cookies to all ports of a host, so two Easels on one machine need different names. */
const cookieName = () => `easel-app-${origin().port || "visitor"}`;

/**
 * Returns the token of a request, or null. A page in a frame of another site sends it as a header, because browsers keep
 * cookies from such frames.
 */
export function visitorToken({ headers }: Request): string | null {
  const sent = headers.get(VISITOR_HEADER);
  if (sent !== null) return TOKEN.test(sent) ? sent : null;
  const name = cookieName();
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    const token = value.join("=");
    if (key === name && TOKEN.test(token)) return token;
  }
  return null;
}

/** Returns the cookie of a visitor, which the browser sends to this app only. */
export function setCookie({ slug, embed }: Pick<AppRow, "slug" | "embed">, token: string): string {
  const isSecure = origin().protocol === "https:";
  // A page of another site that embeds the app gets its own cookie.
  const site = isSecure && embed.length > 0 ? "SameSite=None; Partitioned" : "SameSite=Lax";
  const parts = [`${cookieName()}=${token}`, `Path=/p/${slug}`, `Max-Age=${SECONDS}`, "HttpOnly", site];
  return [...parts, ...(isSecure ? ["Secure"] : [])].join("; ");
}
