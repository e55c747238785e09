import {
  closeSync,
  createReadStream,
  createWriteStream,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { listLog, readNotes } from "./log.mjs";
import { FRAME, HEADER, PAGE, readWal } from "./wal.mjs";

/** Changes that one answer lists. */
const MAX_CHANGES = 1_000;

/**
 * Reads the change log, whose frames are numbered through all generations. Each change has the number of its first frame
 * (`start`; null if its generation is no longer stored) and the number after its last (`end`). The caller holds the write
 * lock.
 */
function readLog({ folder }) {
  const { notes: files, segments } = listLog(folder);
  const wal = readWal(folder);
  const stored = segments.find(({ salts }) => salts === wal.salts);
  const live = {
    salts: wal.salts,
    frames: wal.frames,
    path: join(folder, "data.sqlite-wal"),
    isPacked: false,
  };
  const isStored = wal.frames === 0 || (stored?.frames ?? 0) >= wal.frames;
  const parts = isStored ? segments : [...segments.filter((one) => one !== stored), live];
  let total = 0;
  const placed = parts.map((part) => {
    const first = total;
    total += part.frames;
    return { ...part, first };
  });
  const startOf = ({ salts, frames }, sequence) => {
    const part = placed.find((one) => one.salts === salts);
    if (part) return frames <= part.frames ? part.first + frames : null;
    if (frames > 0) return null;
    return placed.find((one) => (one.sequence ?? sequence) >= sequence)?.first ?? total;
  };
  const notes = files.flatMap(({ path, sequence }) =>
    readNotes(path).map((note) => ({ ...note, start: startOf(note, sequence) })),
  );
  notes.sort((a, b) => a.number - b.number);
  const changes = notes.map((note, at) => ({
    ...note,
    end: at + 1 < notes.length ? notes[at + 1].start : total,
  }));
  return { parts: placed, changes };
}

/** A kill or an error after the entry and before the commit leaves an entry without frames. */
const isCommitted = ({ start, end }) => start === null || end === null || end > start;

/** Runs `work` under the write lock, so that the log does not move on. */
export async function locked(database, work) {
  database.beginTransaction("any");
  try {
    return await work(readLog(database));
  } finally {
    database.rollback();
  }
}

/** Lists the committed changes after a number, oldest first. */
export const listChanges = (database, after) =>
  locked(database, ({ changes }) =>
    changes
      .filter((one) => one.number > after && isCommitted(one))
      .slice(0, MAX_CHANGES)
      .map(({ number, at, by, acts }) => ({ number, at, by, acts })),
  );

/**
 * Finds the last change until a time (ms) or until a change, and from where its state can be rebuilt: from a copy that contains the changes
 * until `from` or later, or from nothing if `whole` is the number of a change that wrote all pages. Null if no change is
 * that old.
 */
export const momentAt = (database, { at, change }) =>
  locked(database, ({ changes }) => {
    const committed = changes.filter(isCommitted);
    const past = committed.findLast((one) => (change === undefined ? one.at <= at : one.number <= change));
    const [first] = committed;
    const last = committed.at(-1);
    if (!last) return null;
    if (!past) return { now: pointOf(last), past: null, isEmpty: isFirst(first) };
    return { now: pointOf(last), past: pointOf(past), ...reachOf(changes, past.number) };
  });

const pointOf = ({ number, state, at }) => ({ number, state, at });

/** Returns true for a change before which the database was empty. */
const isFirst = ({ pages, frames }) => pages <= 1 && frames === 0;

function reachOf(changes, number) {
  const index = changes.findIndex((one) => one.number === number);
  const next = changes[index + 1];
  if (changes[index].end === null || next?.isGap) return { from: null, whole: null };
  let from = number;
  let whole = null;
  for (let at = index; at >= 0; at--) {
    const one = changes[at];
    if (one.start === null) break;
    if (whole === null && (one.isWhole || isFirst(one))) whole = one.number;
    if (one.isGap) break;
    from = one.number - 1;
  }
  return { from, whole };
}

/**
 * Writes the database as it was after the change `until` to the file `to`, which has the content of a copy that contains the
 * changes until `base`. With `base: null`, the file is empty and the changes from `whole` are applied; if that is null, too, the
 * database has no tables.
 */
export const rebuild = (database, { to, base, whole, until }) =>
  locked(database, async ({ parts, changes }) => {
    if (base === null && whole === null) return writeEmpty(to);
    const first = changes.find(({ number }) => (base === null ? number === whole : number > base));
    const last = changes.find(({ number }) => number === until);
    if (!last || !first || first.number > until) return;
    if (first.start === null || last.end === null)
      throw new Error("The change log does not reach back that far");
    await applyFrames(database.folder, parts, { to, from: first.start, until: last.end });
  });

/** SQLite gives a file its header with the first write. */
function writeEmpty(path) {
  const db = new DatabaseSync(path, { allowExtension: false });
  try {
    db.exec("CREATE TABLE t (x); DROP TABLE t");
  } finally {
    db.close();
  }
}

/** Applies the frames of some changes to a file. */
export async function applyFrames(folder, parts, { to, from, until }) {
  const wanted = parts.filter(({ first, frames }) => first < until && first + frames > from);
  const opened = [];
  const target = openSync(to, "r+");
  try {
    let pages = 0;
    /** The last version of each page: the file and its offset. */
    const latest = new Map();
    for (const part of wanted) {
      const file = await openPart(folder, part, opened);
      const header = Buffer.alloc(8);
      const end = Math.min(part.frames, until - part.first);
      for (let frame = Math.max(0, from - part.first); frame < end; frame++) {
        const at = HEADER + frame * FRAME;
        readSync(file, header, 0, 8, at);
        latest.set(header.readUInt32BE(0), { file, at: at + FRAME - PAGE });
        pages = header.readUInt32BE(4) || pages;
      }
    }
    const page = Buffer.alloc(PAGE);
    for (const [number, { file, at }] of latest) {
      if (number > pages) continue;
      readSync(file, page, 0, PAGE, at);
      writeSync(target, page, 0, PAGE, (number - 1) * PAGE);
    }
    if (pages > 0) ftruncateSync(target, pages * PAGE);
  } finally {
    closeSync(target);
    for (const { file, path } of opened) {
      closeSync(file);
      if (path) rmSync(path, { force: true });
    }
  }
}

async function openPart(folder, { path, isPacked }, opened) {
  const plain = isPacked ? join(folder, "tmp", `part-${process.pid}-${opened.length}`) : path;
  if (isPacked) {
    await pipeline(createReadStream(path), createZstdDecompress(), createWriteStream(plain, { mode: 0o600 }));
  }
  const file = openSync(plain, "r");
  opened.push({ file, ...(isPacked && { path: plain }) });
  return file;
}
