import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { fromBuffer, type Options, type ZipFile as Zip, type Entry as ZipEntry } from "yauzl";
import { ZipFile } from "yazl";
import { AppError } from "@/lib/shared/errors";
import type { SkillContent } from "@/lib/shared/skills/contract";
import { SKILL_MD } from "@/lib/shared/skills/fields";
import { bytesOf } from "./files";
import type { Entry } from "./folders";

/** Maximum entries of an archive. Repositories can have many files besides their skills. */
const MAX_ENTRIES = 20_000;
const SHOWN = 200;

const ENCRYPTED_FLAG = 0x1;
const TYPE_MASK = 0o170_000;
const SYMLINK = 0o120_000;
const REGULAR = 0o100_000;

const open = promisify<Buffer, Options, Zip>(fromBuffer);

/**
 * Lists the files of a zip archive. Their bytes are decompressed only when they are read, and never beyond the size in
 * the directory. Throws an AppError that names the entry if a name could leave the folder, occurs twice or is not UTF-8.
 */
export async function readZip(bytes: Uint8Array): Promise<Entry[]> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true };
  const zip = await open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), options).catch(
    refuse,
  );
  if (zip.entryCount > MAX_ENTRIES)
    throw invalid(
      `The archive has ${zip.entryCount.toLocaleString("en")} entries; at most ${MAX_ENTRIES.toLocaleString("en")} are read.`,
    );
  const names = new Set<string>();
  const entries: Entry[] = [];
  for await (const entry of each(zip)) {
    const name = nameOf(entry, entries.length);
    if (names.has(name)) throw invalid(`The archive has the entry ${shown(name)} twice.`);
    names.add(name);
    if (!name.endsWith("/")) entries.push(entryOf(zip, entry, name));
  }
  return entries;
}

async function* each(zip: Zip): AsyncGenerator<ZipEntry> {
  const next = () =>
    new Promise<ZipEntry | null>((resolve, reject) => {
      zip.removeAllListeners();
      zip.once("entry", resolve);
      zip.once("end", () => resolve(null));
      zip.once("error", (error) => reject(broken(error)));
      zip.readEntry();
    });
  for (let entry = await next(); entry; entry = await next()) yield entry;
}

function nameOf({ fileNameRaw }: ZipEntry, at: number): string {
  let name: string;
  try {
    name = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(fileNameRaw);
  } catch {
    throw invalid(`The name of entry ${at + 1} (${shown(fileNameRaw.toString("latin1"))}) is not UTF-8.`);
  }
  const parts = name.replace(/\/$/, "").split("/");
  if (name.startsWith("/") || /^[a-z]:/i.test(name) || name.includes("\\") || parts.includes(".."))
    throw invalid(`The entry ${shown(name)} leads out of the archive's folder.`);
  if (parts.some((part) => part === "" || part === ".") || /\p{Cc}/u.test(name))
    throw invalid(`The entry ${shown(name)} has an invalid name.`);
  return name.normalize("NFC");
}

function entryOf(zip: Zip, entry: ZipEntry, path: string): Entry {
  const type = (entry.externalFileAttributes >>> 16) & TYPE_MASK;
  const problem =
    type === SYMLINK
      ? `${shown(path)} is a symbolic link. Replace it with the file.`
      : type !== 0 && type !== REGULAR
        ? `${shown(path)} is not a regular file.`
        : (entry.generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0
          ? `${shown(path)} is encrypted.`
          : undefined;
  const read = async () => {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
    ).catch((error) => Promise.reject(broken(error, path)));
    return buffer(stream).catch((error) => Promise.reject(broken(error, path)));
  };
  return { path, size: entry.uncompressedSize, read, ...(problem && { problem }) };
}

/** Writes a skill as a zip archive with one folder, which has the skill's name. */
export async function writeZip(name: string, { markdown, files }: SkillContent, time: Date): Promise<Buffer> {
  const zip = new ZipFile();
  const options = { mtime: time, mode: 0o100_644 };
  zip.addBuffer(Buffer.from(markdown), `${name}/${SKILL_MD}`, options);
  for (const file of files) zip.addBuffer(Buffer.from(await bytesOf(file)), `${name}/${file.path}`, options);
  zip.end();
  return buffer(zip.outputStream as unknown as AsyncIterable<Buffer>);
}

const shown = (name: string): string =>
  JSON.stringify(name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name);

const invalid = (message: string): AppError => new AppError("invalid", message);

const broken = (error: unknown, path?: string): AppError =>
  invalid(
    `${path === undefined ? "The archive" : `The entry ${shown(path)}`} is broken: ${error instanceof Error ? error.message : String(error)}`,
  );

function refuse(error: unknown): never {
  throw invalid(
    `This is not a zip archive that can be read: ${error instanceof Error ? error.message : String(error)}`,
  );
}
