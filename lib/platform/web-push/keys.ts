import { seal, unseal } from "@/lib/ground/base/seal";
import { keepPushKeys, readPushKeys } from "@/lib/store/channels/push";

const SEALED_AS = "push private key";

export type VapidKeys = { publicKey: string; privateKey: string };

/**
 * Returns this workspace's VAPID keys, creating them on first use, or if the stored ones cannot be decrypted.
 */
export async function vapidKeys(): Promise<VapidKeys> {
  const stored = await readPushKeys();
  const storedPrivateKey = stored && unseal(SEALED_AS, stored.privateKey);
  if (stored && storedPrivateKey) return { publicKey: stored.publicKey, privateKey: storedPrivateKey };
  const { generateVAPIDKeys } = (await import("web-push")).default;
  const made = generateVAPIDKeys();
  const sealed = { publicKey: made.publicKey, privateKey: seal(SEALED_AS, made.privateKey) };
  const saved = await keepPushKeys(sealed, stored?.publicKey ?? null);
  const privateKey = unseal(SEALED_AS, saved.privateKey);
  if (privateKey === null) throw new Error("Another server encrypts push keys with another secret");
  return { publicKey: saved.publicKey, privateKey };
}
