const HERE = "http://easel.invalid";

/** Returns where to go after the login: `next` if it is a page of this server, otherwise the start page. */
export function nextPath(next: unknown): string {
  if (typeof next !== "string" || !next.startsWith("/") || !URL.canParse(next, HERE)) return "/";
  const { origin, pathname, search, hash } = new URL(next, HERE);
  // `/.//evil.example` is a local path that normalizes to a foreign address.
  if (origin !== HERE || pathname.startsWith("//")) return "/";
  return /^\/(login|api|sign-in|invite)(\/|$)/.test(pathname) ? "/" : pathname + search + hash;
}
