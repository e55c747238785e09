import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** A hash takes 0.3 s of CPU time, so unit tests use `COST.now = CHEAP`. */
const SAFE = { N: 2 ** 15, r: 8, p: 3 };
export const COST = { SAFE, CHEAP: { N: 2 ** 10, r: 8, p: 1 }, now: SAFE };
const BYTES = 32;
const SCRYPT = /^scrypt\$(\d{4,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/;

/** Returns `scrypt$N$r$p$salt$hash`, with the salt and the hash as base64url. */
export async function hashPassword(password: string, cost = COST.now): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derivePassword(password, salt, cost);
  const { N, r, p } = cost;
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Compares in constant time, regardless of the length of `password`. Throws if `stored` is no hash. */
export async function isHashOf(stored: string, password: string): Promise<boolean> {
  const [, N, r, p, salt, hash] = SCRYPT.exec(stored) ?? [];
  if (!salt || !hash) throw new Error("The stored hash of the password cannot be read");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return timingSafeEqual(
    await derivePassword(password, Buffer.from(salt, "base64url"), cost),
    Buffer.from(hash, "base64url"),
  );
}

/** Normalizes the password, because keyboards encode the same letters as different code points. */
export const derivePassword = (password: string, salt: Buffer, cost: typeof SAFE) =>
  derive(password.normalize("NFKC"), salt, BYTES, { ...cost, maxmem: 2 * 128 * cost.N * cost.r });
