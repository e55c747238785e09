import { NO_FEATURES } from "./features";

/**
 * Policy of a shared document. It gets an opaque origin and cannot use the network or be embedded in a frame.
 * A policy inside the document can only restrict this further.
 */
const POLICY = [
  // Components can handle `submit` events, but `form-action` blocks submissions.
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

/** Headers of all public documents, except their policies. */
export const PUBLIC_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "permissions-policy": NO_FEATURES,
  "x-dns-prefetch-control": "off",
  // A revoked share must not remain in a cache.
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex, nofollow, noarchive",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

export const SHARED_HEADERS = {
  ...PUBLIC_HEADERS,
  "content-security-policy": POLICY,
  // Only supported by Chromium. Also blocks WebRTC connections.
  "connection-allowlist": "()",
};
