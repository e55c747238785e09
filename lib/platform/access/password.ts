import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { env } from "@/lib/ground/base/env";
import { singleton } from "@/lib/ground/base/process";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const COST: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 };
const BYTES = 32;

/** Compares `password` with EASEL_PASSWORD in constant time, regardless of its length. */
export async function isPassword(password: string): Promise<boolean> {
  const { EASEL_PASSWORD } = env();
  if (EASEL_PASSWORD === undefined) return false;
  const { salt, hash } = singleton("password", () => {
    const salt = randomBytes(16);
    return { salt, hash: digest(EASEL_PASSWORD, salt) };
  });
  return timingSafeEqual(await digest(password, salt), await hash);
}

/** Keyboards encode the same letters as different code points. */
const digest = (password: string, salt: Buffer) => derive(password.normalize("NFKC"), salt, BYTES, COST);
