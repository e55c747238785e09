import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  constants as files,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { FRAME, follows, HEADER, readWal, sizeOf } from "./wal.mjs";

/*
 * The change log. The WAL itself is the log of all pages: SQLite's automatic checkpoints are off. This module copies the
 * frames to `log`, then moves them into the database file. Before each commit, a line with the position in the WAL, the time,
 * the author and the cause is added to `log`, under the write lock. The change was committed if frames follow its position.
 * So a kill at any point loses neither.
 */

/** Frames after which the WAL is moved into the database file. */
export const WAL_FRAMES = 1_000;
/** Number of pages of the database and its WAL: 100 MB. */
export const MAX_PAGES = 25_600;
const NOTES = /^(\d{8})\.notes$/;
/** Sequence, salts and number of frames. */
const SEGMENT = /^(\d{8})-([0-9a-f]{16})-(\d+)\.wal(\.zst)?$/;
/** Bytes of the archived log beyond which the server makes a copy and deletes the oldest part. */
const MAX_BYTES = 256_000_000;
const PACK_MS = 200;
const { O_CREAT, O_SYNC, O_TRUNC, O_WRONLY } = files;
const PIECE = 2 ** 20;
/** SQLite's code SQLITE_FULL. */
const FULL = 13;

export const logFolder = (folder) => join(folder, "log");

/** Lists the files of the log, oldest first. */
export function listLog(folder) {
  const files = existsSync(logFolder(folder)) ? readdirSync(logFolder(folder)) : [];
  const notes = [];
  const segments = new Map();
  for (const name of files.sort()) {
    const note = NOTES.exec(name);
    if (note) notes.push({ sequence: Number(note[1]), path: join(logFolder(folder), name) });
    const found = SEGMENT.exec(name);
    if (!found) continue;
    const [, sequence = "", salts = "", frames = "", isPacked] = found;
    const path = join(logFolder(folder), name);
    // A generation that went on after it was copied was copied again, with more frames.
    if ((segments.get(salts)?.frames ?? 0) >= Number(frames)) continue;
    const numbers = { sequence: Number(sequence), frames: Number(frames) };
    segments.set(salts, { ...numbers, salts, path, isPacked: isPacked !== undefined });
  }
  return { notes, segments: [...segments.values()].sort((a, b) => a.sequence - b.sequence) };
}

const nameOf = (sequence) => String(sequence).padStart(8, "0");

/** Reads complete lines only: a kill may have cut the last one. */
export function readNotes(path) {
  const text = readFileSync(path, "utf8");
  const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  return lines.flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
}

export function openLog(folder) {
  let current;

  /** Reads the end of the log again if another process has written to it. */
  const atEnd = () => {
    if (current && sizeOf(current.path) === current.size && isLast(current.sequence)) return current;
    const { notes, segments } = listLog(folder);
    let last;
    for (const { path } of notes.toReversed()) last ??= readNotes(path).at(-1);
    const archived = segments.at(-1);
    const sequence = Math.max(archived ? archived.sequence + 1 : 1, notes.at(-1)?.sequence ?? 1);
    const path = join(logFolder(folder), `${nameOf(sequence)}.notes`);
    current = { path, sequence, size: cutLine(path), last };
    return current;
  };
  const isLast = (sequence) => sizeOf(join(logFolder(folder), `${nameOf(sequence + 1)}.notes`)) === 0;

  return {
    folder,
    /** The number of the last change; 0 before the first change. The caller holds the write lock. */
    last: () => atEnd().last?.number ?? 0,
    /** The change whose state a change has, which is an earlier one after a restore. */
    stateOf: (number) =>
      listLog(folder)
        .notes.flatMap(({ path }) => readNotes(path))
        .find((note) => note.number === number)?.state ?? number,
    /** Adds a change before its commit. The caller holds the write lock. */
    add({ by = null, acts = [], state, isWhole = false }) {
      const end = atEnd();
      const { frames, pages, salts } = readWal(folder);
      // The first number is a time, so that numbers stay unique if the log is lost.
      const number = end.last ? end.last.number + 1 : Date.now();
      const at = Math.max(Date.now(), end.last?.at ?? 0);
      const known = end.last?.salts;
      const isGap = known !== undefined && salts !== known && !follows(salts, known);
      const note = { number, at, salts, frames, pages, by, acts, state: state ?? number };
      if (isGap) note.isGap = true;
      if (isWhole) note.isWhole = true;
      const line = Buffer.from(`${JSON.stringify(note)}\n`);
      append(end.path, line);
      end.size += line.length;
      end.last = note;
      // Without a copy, no moment from here on could be rebuilt.
      const needsCopy = isGap || (known === undefined && pages > 1);
      return { number, at, ...(needsCopy && { needsCopy }) };
    },
    /** Copies the WAL to the log and moves it into the database file, unless another process is writing. Returns true if the log is full. */
    archive(database) {
      const { frames, moved } = readWal(folder);
      if (frames - moved < WAL_FRAMES || !isLocked(database)) return;
      try {
        const { salts, frames } = readWal(folder);
        const { segments } = listLog(folder);
        const same = segments.find((one) => one.salts === salts);
        const sequence = same?.sequence ?? atEnd().sequence;
        current = undefined;
        if ((same?.frames ?? 0) < frames)
          copyWal(folder, `${nameOf(sequence)}-${salts}-${frames}.wal`, frames);
        const second = new DatabaseSync(join(folder, "data.sqlite"));
        second.prepare("PRAGMA wal_checkpoint(PASSIVE)").all();
        second.close();
        if (same && same.frames < frames) rmSync(same.path, { force: true });
        database.rollback();
        shorten(database);
        const bytes = segments.reduce((sum, { path }) => sum + sizeOf(path), frames * FRAME);
        return bytes > MAX_BYTES;
      } catch {
        // The changes are committed, and the WAL keeps them. The next commit tries again.
      } finally {
        database.rollback();
        setTimeout(() => packSegments(folder), PACK_MS).unref();
      }
    },
  };
}

function append(path, line) {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = openSync(path, "a", 0o600);
    try {
      writeSync(file, line);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw Object.assign(error, { errcode: FULL });
  }
}

/** Cuts the file of a moved WAL to `journal_size_limit`: SQLite does so at the next write. */
function shorten(database) {
  const { frames, moved, pages } = readWal(database.folder);
  if (moved < frames || pages + frames <= MAX_PAGES) return;
  database.write(({ db }) => {
    const [[version]] = db.prepare("PRAGMA user_version").all();
    db.exec(`PRAGMA user_version = ${version}`);
  });
}

/** Takes the write lock if no other process has it. */
function isLocked(database) {
  return database.own(({ db }) => {
    const [[timeout]] = db.prepare("PRAGMA busy_timeout").all();
    db.exec("PRAGMA busy_timeout = 0");
    try {
      db.exec("BEGIN IMMEDIATE");
      return true;
    } catch {
      return false;
    } finally {
      db.exec(`PRAGMA busy_timeout = ${timeout}`);
    }
  });
}

/** Cuts a line that a kill has left incomplete. Returns the size of the file. */
function cutLine(path) {
  const size = sizeOf(path);
  if (size === 0) return 0;
  const whole = readFileSync(path).lastIndexOf(0x0a) + 1;
  if (whole === size) return size;
  const file = openSync(path, "r+");
  try {
    ftruncateSync(file, whole);
  } finally {
    closeSync(file);
  }
  return whole;
}

function copyWal(folder, name, frames) {
  const path = join(logFolder(folder), name);
  const from = openSync(join(folder, "data.sqlite-wal"), "r");
  // Synchronous writes, because a confined process may not call fsync.
  const to = openSync(`${path}.part`, O_CREAT | O_TRUNC | O_WRONLY | O_SYNC, 0o600);
  try {
    const bytes = Buffer.alloc(PIECE);
    for (let at = 0, end = HEADER + frames * FRAME; at < end; ) {
      const count = readSync(from, bytes, 0, Math.min(PIECE, end - at), at);
      if (count === 0) throw new Error("The WAL is shorter than its index says");
      writeSync(to, bytes, 0, count);
      at += count;
    }
  } finally {
    closeSync(from);
    closeSync(to);
  }
  renameSync(`${path}.part`, path);
}

let isPacking = false;

/** Compresses the segments. Versions of one page are alike, so a window over the whole segment saves most of its bytes. */
async function packSegments(folder) {
  if (isPacking) return;
  isPacking = true;
  try {
    for (const { path, isPacked } of listLog(folder).segments) {
      if (isPacked) continue;
      const part = `${path}.zst.part`;
      const params = {
        [constants.ZSTD_c_enableLongDistanceMatching]: 1,
        [constants.ZSTD_c_windowLog]: 23,
      };
      const compress = createZstdCompress({ params });
      await pipeline(createReadStream(path), compress, createWriteStream(part, { mode: 0o600 }));
      renameSync(part, `${path}.zst`);
      rmSync(path);
    }
  } catch {
    // The next call tries again; segments are also read unpacked.
  } finally {
    isPacking = false;
  }
}

/**
 * Deletes parts of the log whose changes are all before `before` (ms), and the oldest parts beyond `maxBytes`.
 * Keeps the part that is being written. Returns the bytes that are left.
 */
export function pruneLog(folder, { before, maxBytes }) {
  const { notes, segments } = listLog(folder);
  const parts = segments.map(({ sequence, path }) => {
    const own = notes.find((one) => one.sequence === sequence)?.path;
    const paths = own ? [path, own] : [path];
    return { paths, bytes: paths.reduce((sum, each) => sum + sizeOf(each), 0), at: statSync(path).mtimeMs };
  });
  let bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  for (const part of parts) {
    if (part.at >= before && bytes <= maxBytes) break;
    for (const path of part.paths) rmSync(path, { force: true });
    bytes -= part.bytes;
  }
  return bytes;
}
