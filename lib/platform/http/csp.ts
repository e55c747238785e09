/**
 * The Content-Security-Policy of a page. Next reads the nonce for its own scripts from the request's header of the
 * same name, so the server sets it on both, and never lets a client's own through.
 */
export function contentSecurityPolicy(nonce: string, { dev = false, frames = [] }: Options = {}): string {
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": [`'nonce-${nonce}'`, "'strict-dynamic'", ...(dev ? ["'unsafe-eval'"] : [])],
    // Charts, menus and virtual lists place themselves by style attributes, which cannot carry a nonce.
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "manifest-src": ["'self'"],
    // The service worker that shows notifications.
    "worker-src": ["'self'"],
    "object-src": ["'none'"],
    "frame-src": frames.length > 0 ? frames : ["'none'"],
    "frame-ancestors": ["'none'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

type Options = {
  /** `next dev` evaluates what it reloads. */
  dev?: boolean;
  /** The exact addresses that may be framed: a whole origin would let a frame carry data out by navigating itself. */
  frames?: string[];
};
