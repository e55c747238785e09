import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/ground/base/env";
import { COST, derivePassword, isHashOf } from "@/lib/ground/base/password-hash";
import { singleton } from "@/lib/ground/base/process";
import type { PasswordSource } from "@/lib/shared/sessions";
import { subscribe } from "@/lib/store/bus";
import { readPasswordHash } from "@/lib/store/conversations/password";
import { reread } from "@/lib/store/unreachable";

/** Time after which the stored hash is read again. A notice that reports a change can be lost. */
const FRESH_MS = 2_000;

/** Returns where the password comes from; null if none is set, when every client has full access. */
export async function passwordSource(): Promise<PasswordSource> {
  if (env().EASEL_PASSWORD !== undefined) return "environment";
  return (await storedHash()) === null ? null : "settings";
}

export const hasPassword = async (): Promise<boolean> => (await passwordSource()) !== null;

/** Compares `password` with the one that is set, in constant time, regardless of its length. */
export async function isPassword(password: string): Promise<boolean> {
  const { EASEL_PASSWORD } = env();
  if (EASEL_PASSWORD === undefined) {
    const stored = await storedHash();
    return stored !== null && isHashOf(stored, password);
  }
  const { salt, hash } = singleton("password", () => {
    const salt = randomBytes(16);
    return { salt, hash: digest(EASEL_PASSWORD, salt) };
  });
  return timingSafeEqual(await digest(password, salt), await hash);
}

/** Identifies the password that is set, without revealing it to who does not know it. */
export async function passwordFingerprint(): Promise<string> {
  return fingerprintOf(env().EASEL_PASSWORD ?? (await storedHash()) ?? "");
}

/** `secret`: the password of the environment, or the stored hash. */
export const fingerprintOf = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url");

/** Returns the hash of the password that was set in the settings, at most `FRESH_MS` old; null if there is none. */
export async function storedHash(): Promise<string | null> {
  // Before its database is known, a server has no data to protect.
  if (env().DATABASE_URL === undefined) return null;
  const cache = singleton(
    "stored password",
    () => {
      const cache: { read?: Promise<string | null>; at: number; stop: () => void } = {
        at: 0,
        stop: () => {},
      };
      cache.stop = subscribe(({ type }) => {
        if (type === "password" || type === "gap") cache.read = undefined;
      });
      return cache;
    },
    (cache) => cache.stop(),
  );
  const now = performance.now();
  if (cache.read && now - cache.at < FRESH_MS) return cache.read;
  const read = reread(readPasswordHash);
  Object.assign(cache, { read, at: now });
  // Never keep a failure: the next request reads again.
  read.catch(() => {
    if (cache.read === read) cache.read = undefined;
  });
  return read;
}

/** Costs a third of a stored hash, because this hash exists only in memory. */
const digest = (password: string, salt: Buffer) => derivePassword(password, salt, { ...COST.now, p: 1 });
