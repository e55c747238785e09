const HERE = "http://easel.invalid";

/** Where to go after the login: `next` if it is a page of ours, else the start. */
export function nextPath(next: unknown): string {
  if (typeof next !== "string" || !next.startsWith("/") || !URL.canParse(next, HERE)) return "/";
  const { origin, pathname, search, hash } = new URL(next, HERE);
  // `/.//evil.example` is a path of ours whose normal form is somebody else's address.
  if (origin !== HERE || pathname.startsWith("//")) return "/";
  return /^\/(login|api)(\/|$)/.test(pathname) ? "/" : pathname + search + hash;
}
