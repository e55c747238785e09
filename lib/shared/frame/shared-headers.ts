import { NO_FEATURES } from "./features";

/**
 * What a shared document may do, whatever is in it: it has an origin of its own, to which nothing of ours belongs, reaches
 * no network, and lies in no frame. What it says of itself can only forbid more.
 */
const POLICY = [
  // A form of a component is heard by it, and goes nowhere: see form-action.
  "sandbox allow-scripts allow-forms",
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "media-src data: blob:",
  "font-src data:",
  "worker-src 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** What comes with one, whoever opens it. */
export const SHARED_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  // Chromium's own: WebRTC too connects to nothing.
  "connection-allowlist": "()",
  "permissions-policy": NO_FEATURES,
  "x-dns-prefetch-control": "off",
  // What is revoked is gone at once.
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow, noarchive",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "x-content-type-options": "nosniff",
};
