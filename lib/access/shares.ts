import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { env, publicOrigin } from "@/lib/base/env";
import { hashOfToken } from "@/lib/base/token";
import { AppError } from "@/lib/shared/errors";
import { NO_FEATURES } from "@/lib/shared/frame/features";
import { MAX_SHARE_BYTES, type Share } from "@/lib/shared/shares";
import { addShare, readShare } from "@/lib/store/shares";

const TOKEN_BYTES = 32;
const MAX_TOKEN = 100;

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

const HEADERS = {
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

/** Why nothing can be shared: without a password whoever reaches this server is its person, and a link would give nothing. */
export const whyNotShared = (): string | null =>
  env().EASEL_PASSWORD === undefined
    ? "Sharing is off, because Easel asks nobody for a password: whoever reaches this address sees everything. Set EASEL_PASSWORD and start Easel again."
    : null;

type NewShare = Pick<Share, "conversationId" | "sheet" | "title"> & { agentId: string; days: number | null };

/** Keeps a document, and gives the link to it; the token is shown only now. */
export async function makeShare(
  given: NewShare,
  document: Uint8Array,
): Promise<{ share: Share; url: string }> {
  const off = whyNotShared();
  if (off) throw new AppError("forbidden", off);
  if (document.length === 0)
    throw new AppError("invalid", "The body is empty; this takes the document as HTML.");
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const share = await addShare({
    ...given,
    tokenHash: hashOfToken(token),
    document: await promisify(gzip)(document),
  });
  return { share, url: `${publicOrigin()}/shared/${token}` };
}

/** The answer to who has come by a link. Revoked, over and never made are the same. */
export async function openShare(token: string): Promise<Response> {
  const packed =
    whyNotShared() === null && token.length <= MAX_TOKEN ? await readShare(hashOfToken(token)) : null;
  if (!packed) return new Response(NOTHING, { status: 404, headers: HEADERS });
  const document = await promisify(gunzip)(packed, { maxOutputLength: MAX_SHARE_BYTES });
  return new Response(new Uint8Array(document), { headers: HEADERS });
}

const NOTHING = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Nothing here</title><body style="font: 15px/1.6 system-ui, sans-serif; max-width: 32em; margin: 15vh auto; padding: 0 1.5em; color-scheme: light dark"><p>There is nothing at this link: it was revoked, it is over, or it never was. Ask whoever gave it to you for another one.`;
