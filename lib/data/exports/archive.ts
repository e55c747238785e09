import { createReadStream } from "node:fs";
import { open as openFile, stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { type Options, open, type ZipFile as Zip, type Entry as ZipEntry } from "yauzl";
import { AppError } from "@/lib/shared/errors";
import type { Leftovers } from "@/lib/shared/imports/left";

const MAX_ENTRIES = 100_000;
const ENCRYPTED_FLAG = 0x1;
const TYPE_MASK = 0o170_000;
const REGULAR = 0o100_000;
const ZIP_START = Buffer.from("PK");
/** The name of a file that is no archive: the list of conversations alone. */
const ALONE = "conversations.json";

export type Archive = {
  /** Uncompressed sizes in bytes by path. */
  readonly entries: ReadonlyMap<string, number>;
  /** Decompresses an entry. The stream fails if the entry is broken or larger than its size. */
  read(path: string): Promise<Readable>;
  close(): void;
};

const openZip = promisify<string, Options, Zip>(open);

/**
 * Opens the zip archive of an export, or its `conversations.json` alone, and lists the readable files. Other files are
 * added to `leftovers`. Throws an AppError if the file is neither or has too many entries.
 */
export async function openArchive(path: string, leftovers: Leftovers): Promise<Archive> {
  if (!(await startsLikeZip(path))) return alone(path);
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true };
  const zip = await openZip(path, options).catch((error) => {
    throw unreadable(error);
  });
  try {
    if (zip.entryCount > MAX_ENTRIES)
      throw new AppError(
        "invalid",
        `The archive has ${zip.entryCount.toLocaleString("en")} entries; at most ${MAX_ENTRIES.toLocaleString("en")} are read.`,
      );
    const found = new Map<string, ZipEntry>();
    for await (const entry of each(zip)) {
      const name = nameOf(entry);
      const reason = problemOf(entry, name, found);
      if (reason) leftovers.add(reason, name);
      else if (!name.endsWith("/")) found.set(name, entry);
    }
    const entries = new Map([...found].map(([name, entry]) => [name, entry.uncompressedSize]));
    return { entries, read: (name) => read(zip, found.get(name), name), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function startsLikeZip(path: string): Promise<boolean> {
  const file = await openFile(path, "r");
  try {
    const head = Buffer.alloc(ZIP_START.length);
    await file.read(head, 0, head.length, 0);
    return head.equals(ZIP_START);
  } finally {
    await file.close();
  }
}

async function alone(path: string): Promise<Archive> {
  const { size } = await stat(path);
  return {
    entries: new Map([[ALONE, size]]),
    read: async () => createReadStream(path),
    close: () => {},
  };
}

async function* each(zip: Zip): AsyncGenerator<ZipEntry> {
  const next = () =>
    new Promise<ZipEntry | null>((resolve, reject) => {
      zip.removeAllListeners();
      zip.once("entry", resolve);
      zip.once("end", () => resolve(null));
      zip.once("error", (error) => reject(unreadable(error)));
      zip.readEntry();
    });
  for (let entry = await next(); entry; entry = await next()) yield entry;
}

/** Invalid UTF-8 becomes U+FFFD: exports name some files in the encoding of the system that made them. */
const nameOf = ({ fileNameRaw }: ZipEntry): string => fileNameRaw.toString("utf8").normalize("NFC");

function problemOf(
  { generalPurposeBitFlag, externalFileAttributes }: ZipEntry,
  name: string,
  found: ReadonlyMap<string, ZipEntry>,
) {
  const parts = name.replace(/\/$/, "").split("/");
  const isUnsafe = /^[a-z]:|\\|\p{Cc}/iu.test(name) || parts.some((part) => ["", ".", ".."].includes(part));
  if (isUnsafe) return "unsafe_name";
  if (found.has(name)) return "duplicate";
  if ((generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0) return "encrypted";
  const type = (externalFileAttributes >>> 16) & TYPE_MASK;
  return type === 0 || type === REGULAR || name.endsWith("/") ? null : "not_a_file";
}

async function read(zip: Zip, entry: ZipEntry | undefined, name: string): Promise<Readable> {
  if (!entry) throw new AppError("not_found", `The archive has no file ${JSON.stringify(name)}.`);
  return new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(unreadable(error)) : resolve(stream))),
  );
}

const unreadable = (error: unknown): AppError =>
  new AppError(
    "invalid",
    `This archive cannot be read: ${error instanceof Error ? error.message : String(error)}. Download the export again.`,
  );
