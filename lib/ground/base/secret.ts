import { hkdfSync, randomBytes, randomUUID, scryptSync } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { AppError } from "../../shared/errors.ts";
import { env } from "./env.ts";
import { singleton } from "./process.ts";

const BYTES = 32;

/** Derives a key for one purpose from EASEL_SECRET, or else from the key file in the data folder. */
export function secretKey(purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", rootKey(), "", `easel ${purpose}`, BYTES));
}

const rootKey = (): Buffer =>
  singleton("secret", () => {
    const { EASEL_SECRET, EASEL_DATA_DIR } = env();
    return EASEL_SECRET ? stretch(EASEL_SECRET) : keyFile(EASEL_DATA_DIR);
  });

/** The last derived key, which outlives the singletons that tests close. */
let stretched = { secret: "", key: Buffer.alloc(0) };

/** A slow derivation, because a secret that the user chose is easier to guess than 32 random bytes. */
function stretch(secret: string): Buffer {
  if (stretched.secret !== secret) stretched = { secret, key: scryptSync(secret, "easel", BYTES) };
  return stretched.key;
}

/**
 * Reads the key in `folder`, or creates it. Creating uses a hard link, which is atomic and succeeds in only
 * one process.
 */
export function keyFile(folder: string): Buffer {
  const path = join(folder, "secret.key");
  return readKey(path) ?? makeKey(folder, path);
}

function makeKey(folder: string, path: string): Buffer {
  mkdirSync(folder, { recursive: true });
  const draft = join(folder, `.secret-${randomUUID()}`);
  try {
    const file = openSync(draft, "wx", 0o600);
    writeSync(file, `${randomBytes(BYTES).toString("base64")}\n`);
    fsyncSync(file);
    closeSync(file);
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const key = readKey(path);
  if (!key) throw new Error(`${path} was deleted while it was being created`);
  return key;
}

function readKey(path: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(path, "utf8"), "base64");
    if (key.length !== BYTES) throw damaged(path);
    chmodSync(path, 0o600);
    return key;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

// The server never replaces a damaged key: all data encrypted with it would become unreadable.
const damaged = (path: string) =>
  new AppError(
    "internal",
    `The key file ${path} is damaged. Restore a copy of it. Or delete it: all users are then signed out, and all keys must be entered again.`,
  );

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;
