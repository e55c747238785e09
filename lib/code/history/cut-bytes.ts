import { once } from "node:events";
import { PassThrough } from "node:stream";
import { SQL_LIMITS } from "@/lib/data/sqlite/index";
import * as blobs from "@/lib/ground/blobs/blobs";
import { MAX_BYTES } from "@/lib/shared/file-address";
import { AGENT_FILE_BYTES, MAX_AGENT_FILE } from "@/lib/shared/import";
import { refuseFile } from "./file-problem";

/** Sizes in bytes of the blobs that replaced base64 in an agent file, by their sha256. */
export type BlobSizes = ReadonlyMap<string, number>;

/** The nesting depth at which a `bytes` key may occur in each field of an agent file. */
const BYTES_DEPTH: Readonly<Record<string, number>> = {
  database: 2,
  collections: 3,
  files: 3,
  conversations: 3,
  skillFiles: 3,
};
const FIELD = "bytes";
const MAX_BLOB = Math.max(MAX_BYTES, SQL_LIMITS.bytes);
const MAX_BLOBS = 10_000;

const [QUOTE, BACKSLASH, COLON, LIST, LIST_END, OBJECT, OBJECT_END] = Buffer.from('"\\:[]{}');

/**
 * Reads an agent file and stores its base64 as blobs while it arrives, because it may exceed the memory of a
 * process. Returns the text with each base64 value replaced by its hash; whether it is valid JSON is not
 * checked. Throws an AppError beyond a limit.
 */
export async function cutBytes(
  file: AsyncIterable<Uint8Array>,
): Promise<{ text: Uint8Array; blobSizes: BlobSizes }> {
  const rest: Uint8Array[] = [];
  const blobSizes = new Map<string, number>();
  let [length, base64Length] = [0, 0];
  const append = (piece: Uint8Array) => {
    if (piece.length === 0) return;
    length += piece.length;
    if (length > AGENT_FILE_BYTES) throw blobs.blobTooLarge(AGENT_FILE_BYTES);
    rest.push(piece);
  };
  const state = newScanState();
  let blob: BlobWriter | null = null;
  try {
    for await (const chunk of file) {
      for (let at = 0; at < chunk.length; ) {
        if (blob) {
          const end = chunk.indexOf(QUOTE ?? 0, at);
          const piece = chunk.subarray(at, end < 0 ? chunk.length : end);
          base64Length += piece.length;
          if (base64Length > MAX_AGENT_FILE) throw blobs.blobTooLarge(MAX_AGENT_FILE);
          await blob.add(piece);
          if (end < 0) break;
          const { hash, size } = await blob.end();
          if (blobSizes.set(hash, size).size > MAX_BLOBS)
            throw refuseFile(["files"], `a file can have at most ${MAX_BLOBS.toLocaleString("en")} of them`);
          append(Buffer.from(hash));
          blob = null;
          at = end;
        }
        const start = findBlobStart(chunk, at, state);
        append(chunk.slice(at, start ?? chunk.length));
        if (start === null) break;
        blob = newBlobWriter(state.top);
        at = start;
      }
    }
    // If the file ends inside a blob, the returned text is not valid JSON, and the caller rejects it.
    return { text: Buffer.concat(rest, length), blobSizes };
  } finally {
    await blob?.abandon();
  }
}

/**
 * The state of the scan: nesting depth, top-level field, last key, and the characters of the string that is
 * being read.
 */
type ScanState = { depth: number; top: string; key: string; string: string | null; isEscaped: boolean };
const newScanState = (): ScanState => ({ depth: 0, top: "", key: "", string: null, isEscaped: false });

/** Returns the position after the quote that opens a base64 string, or null if none begins in this chunk. */
function findBlobStart(chunk: Uint8Array, from: number, state: ScanState): number | null {
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at];
    if (state.string !== null) {
      if (state.isEscaped) state.isEscaped = false;
      else if (byte === BACKSLASH) state.isEscaped = true;
      else if (byte === QUOTE) {
        [state.key, state.string] = [state.string, null];
        continue;
      }
      // Only the short key `bytes` matters, so stop collecting. Escapes are not decoded, so an escaped key
      // never matches.
      if (state.string.length < 20) state.string += String.fromCharCode(byte ?? 0);
    } else if (byte === QUOTE) {
      if (state.key === `${FIELD}:` && BYTES_DEPTH[state.top] === state.depth) {
        // The blob is removed from the text, so the scan sees an empty string whose closing quote comes next.
        state.string = "";
        return at + 1;
      }
      state.string = "";
    } else if (byte === COLON) {
      if (state.depth === 1) state.top = state.key;
      state.key += ":";
    } else if (byte === OBJECT || byte === LIST) {
      state.depth++;
      state.key = "";
    } else if (byte === OBJECT_END || byte === LIST_END) {
      state.depth--;
      state.key = "";
    } else if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) state.key = "";
  }
  return null;
}

type BlobWriter = ReturnType<typeof newBlobWriter>;

function newBlobWriter(top: string) {
  const stream = new PassThrough().on("error", () => {});
  const stored = blobs.put(stream, MAX_BLOB);
  stored.catch(() => {});
  let left = "";
  const write = async (text: string) => {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw refuseFile([top], "its bytes are not base64");
    if (!stream.write(Buffer.from(text, "base64"))) await Promise.race([once(stream, "drain"), stored]);
  };
  return {
    async add(piece: Uint8Array) {
      const text = left + Buffer.from(piece).toString("latin1");
      const whole = text.length - (text.length % 4);
      left = text.slice(whole);
      if (whole === 0) return;
      if (text.slice(0, whole - 4).includes("=")) throw refuseFile([top], "its bytes are not base64");
      await write(text.slice(0, whole));
    },
    async end() {
      if (left !== "") throw refuseFile([top], "its bytes are not base64");
      stream.end();
      return stored;
    },
    async abandon() {
      stream.destroy(new Error("The file was refused"));
      await stored.catch(() => {});
    },
  };
}

export async function* base64(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let left: Uint8Array = Buffer.alloc(0);
  for await (const piece of bytes) {
    const all = left.length === 0 ? piece : Buffer.concat([left, piece]);
    const whole = all.length - (all.length % 3);
    left = all.slice(whole);
    if (whole > 0) yield Buffer.from(all.buffer, all.byteOffset, whole).toString("base64");
  }
  if (left.length > 0) yield Buffer.from(left).toString("base64");
}
