import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/ground/base/env";
import { AppError } from "@/lib/shared/errors";

const CHUNK = 256 * 1_024;
const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

export type Spool = {
  open(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
};

/**
 * Stores a stream in a file for repeated reading. The file is unlinked at once, so the system frees it
 * however this process ends.
 */
export async function spool(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Spool> {
  const folder = join(env().EASEL_DATA_DIR, "incoming");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const file = await open(path, "wx+", 0o600);
  try {
    await rm(path);
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      await file.writeFile(chunk);
    }
  } catch (error) {
    await file.close();
    throw isFull(error) ? diskFull(error) : error;
  }
  return { open: () => chunksOf(file), close: () => file.close() };
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read(new Uint8Array(CHUNK), 0, CHUNK, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const tooLarge = (maxBytes: number) =>
  new AppError(
    "too_large",
    `The CSV is larger than ${Math.round(maxBytes / 1e6)} MB, the limit of one import. Send it in parts: the first one creates the table, the others are appended.`,
  );

const isFull = (error: unknown) => error instanceof Error && "code" in error && FULL.has(String(error.code));

const diskFull = (cause: unknown) =>
  new AppError("unavailable", "The disk is full, so nothing was imported. Free disk space and try again.", {
    cause,
  });
