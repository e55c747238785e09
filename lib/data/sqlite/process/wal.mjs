import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

/*
 * SQLite's write-ahead log (WAL). A frame is a header of 24 bytes and one page; a generation is all frames between two resets
 * of the file, and is named by its salts. https://sqlite.org/fileformat2.html#walformat
 */
export const PAGE = 4_096;
export const HEADER = 32;
export const FRAME = 24 + PAGE;

/** Offsets in the index of the WAL: https://sqlite.org/walformat.html#the_wal_index_file_format */
const INDEX = { frames: 16, pages: 20, salts: 32, moved: 96, length: 100 };

const NOTHING = { frames: 0, pages: 0, salts: "0".repeat(16), moved: 0 };

/**
 * Returns the committed frames of the WAL, the pages of the database, the salts, and the frames that were moved into the
 * database file. Exact while the caller holds the write lock.
 */
export function readWal(folder) {
  const file = indexOf(folder);
  const bytes = Buffer.alloc(INDEX.length);
  if (file === null || readSync(file, bytes, 0, INDEX.length, 0) < INDEX.length) return NOTHING;
  const number = (at) => (IS_LITTLE ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const salts = bytes.toString("hex", INDEX.salts, INDEX.salts + 8);
  return { frames: number(INDEX.frames), pages: number(INDEX.pages), salts, moved: number(INDEX.moved) };
}

const indexes = new Map();

/**
 * Returns the open index of the WAL, or null. It stays open as long as the file exists, because closing any descriptor of a
 * file releases all locks of the process on it, also SQLite's: https://sqlite.org/howtocorrupt.html
 */
function indexOf(folder) {
  const path = join(folder, "data.sqlite-shm");
  const known = indexes.get(path);
  const ino = statSync(path, { throwIfNoEntry: false })?.ino;
  if (known && known.ino === ino) return known.file;
  if (known) {
    closeSync(known.file);
    indexes.delete(path);
  }
  if (ino === undefined) return null;
  const file = openSync(path, "r");
  indexes.set(path, { file, ino: fstatSync(file).ino });
  return file;
}

/** The index of the WAL has the byte order of the machine, in contrast to the WAL. */
const IS_LITTLE = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Returns whether a generation is the one after another: the first salt counts up, from any number in a new file. */
export function follows(salts, before) {
  const next = Number.parseInt(before.slice(0, 8), 16) + 1;
  return before === NOTHING.salts || Number.parseInt(salts.slice(0, 8), 16) === next >>> 0;
}

export const sizeOf = (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
