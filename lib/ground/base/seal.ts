import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { singleton } from "./process.ts";
import { hideSecret } from "./redact.ts";
import { secretKey } from "./secret.ts";

const CIPHER = "aes-256-gcm";
const VERSION = "v1";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAX_CACHED = 200;

/** Encrypts a secret for the database. It can only be decrypted under the same `name`. */
export function seal(name: string, secret: string): string {
  hideSecret(secret);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key(), iv).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([iv, cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString("base64url")}`;
}

/** Decrypts a secret. Returns null if it was encrypted with another key or name, or was modified. */
export function unseal(name: string, sealed: string): string | null {
  const opened = singleton("unsealed", () => new Map<string, string>());
  const slot = JSON.stringify([name, sealed]);
  const secret = opened.get(slot) ?? open(name, sealed);
  if (secret === null) return null;
  hideSecret(secret);
  opened.set(slot, secret);
  const [oldest] = opened.keys();
  if (opened.size > MAX_CACHED && oldest !== undefined) opened.delete(oldest);
  return secret;
}

function open(name: string, sealed: string): string | null {
  const [version, text = "", ...rest] = sealed.split(".");
  if (version !== VERSION || rest.length > 0) return null;
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv(CIPHER, key(), bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    // The caller reports the failure; the cipher's error says nothing useful.
    return null;
  }
}

const key = () => secretKey("settings");
