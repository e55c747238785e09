/**
 * Returns the Content-Security-Policy of a page. Next reads the nonce for its scripts from the request header
 * of the same name, so the server sets both, and replaces a header sent by the client.
 */
export function contentSecurityPolicy(nonce: string, { dev = false, frames = [] }: Options = {}): string {
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": [`'nonce-${nonce}'`, "'strict-dynamic'", ...(dev ? ["'unsafe-eval'"] : [])],
    // Charts, menus and virtual lists need style attributes, which cannot have a nonce.
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    // Answers that are read aloud.
    "media-src": ["'self'", "blob:"],
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
  /** Allows `eval`, which `next dev` uses for hot reloading. */
  dev?: boolean;
  /**
   * Exact addresses of frames. If a whole origin were allowed, a frame could send data to it by navigating.
   */
  frames?: string[];
};
