import { ECDH } from "node:crypto";
import { z } from "zod";
import { env, isLoopback } from "@/lib/ground/base/env";
import { lookup } from "@/lib/platform/egress/lookup";
import { findTarget, isOpened } from "@/lib/platform/egress/target";
import { isRefusal, RequestAudit } from "@/lib/platform/egress/visit";
import { AppError } from "@/lib/shared/errors";

const KEY_BYTES = 65;
const SECRET_BYTES = 16;
const LOOKUP_MS = 5_000;

const bytesOf = (text: string): Buffer => Buffer.from(text, "base64url");
const base64url = z.string().regex(/^[\w-]+={0,2}$/, "This is not base64url");

/**
 * Address of a browser at its push service. It must be https, except on this machine, because the server
 * later sends to it unattended.
 */
const endpoint = z
  .string()
  .max(2_000, "The address may have at most 2,000 characters")
  .refine(isReachable, "This must be the https address that the browser's push service gave");

function isReachable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  if (protocol === "https:") return true;
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return protocol === "http:" && isLoopback(host) && isOpened(env().EASEL_EGRESS_ALLOW, host, host);
}

/** The shape of `PushSubscription.toJSON()`. */
export const subscriptionBody = z.strictObject({
  endpoint,
  /** Ignored, because push services report expired subscriptions. */
  expirationTime: z.number().nullish(),
  keys: z.strictObject({
    p256dh: base64url.refine(isPublicKey, "This is not a public key of P-256, 65 bytes in base64url"),
    auth: base64url.refine(
      (text) => bytesOf(text).length === SECRET_BYTES,
      "This is not a secret of 16 bytes in base64url",
    ),
  }),
});

/**
 * Throws `invalid` if the endpoint leads to an address that is neither public nor opened, or to this server.
 * A name that cannot be resolved now is accepted: each delivery checks again.
 */
export async function assertDeliverable(address: string): Promise<void> {
  const visit = new RequestAudit(
    { caller: { agentId: "" }, via: "fetch", method: "POST", url: address },
    () => {},
  );
  const { EASEL_EGRESS_ALLOW: holes } = env();
  try {
    await findTarget(address, { lookup, holes, signal: AbortSignal.timeout(LOOKUP_MS), visit });
  } catch (error) {
    if (!isRefusal(error)) return;
    throw new AppError("invalid", `endpoint: ${error.message}`, {
      details: [{ path: "endpoint", message: error.message }],
    });
  }
}

export const removalBody = z.strictObject({ endpoint: z.string().min(1).max(2_000) });

function isPublicKey(text: string): boolean {
  const bytes = bytesOf(text);
  if (bytes.length !== KEY_BYTES || bytes[0] !== 4) return false;
  try {
    // Throws if the point is not on the curve.
    ECDH.convertKey(bytes, "prime256v1");
    return true;
  } catch {
    return false;
  }
}
