import { setImmediate as immediate } from "node:timers/promises";
import { log } from "@/lib/ground/base/log";
import { blobPathOf, openBlob } from "@/lib/ground/blobs/blobs";
import { AppError } from "@/lib/shared/errors";
import type { FilePassage, FilePlace, FileText } from "@/lib/shared/files";
import { distinctWords } from "@/lib/shared/text/words";
import {
  claimText,
  copyText,
  type NewPassage,
  type TextResult,
  writeText,
} from "@/lib/store/data/file-texts";
import type { FileRow } from "@/lib/store/data/files";
import { read } from "@/lib/store/data/files";
import { MAX_ATTEMPTS } from "@/lib/store/hot/file-texts";
import { addSearchWords } from "@/lib/store/search/search-index";
import { vocabulary } from "../memory/indexing";
import { type Extracted, extract, MAX_CHARACTERS, Unread } from "./extract";
import { passagesOf } from "./passages";
import { plainSections, type Section } from "./plain-sections";
import { type ReaderKind, readerOf } from "./reader-kinds";
import { sheetsLikeTables } from "./sheet-tables";
import { decodedText, encodingOfHead, HEAD_BYTES, type TextEncoding } from "./text";

const MAX_WORDS_CHARS = 4_000;
/** Maximum words of a file that are stored to correct misspelled queries. */
const MAX_VOCABULARY = 5_000;
/** Passages after which other work of the server may run. */
const PAUSE_EVERY = 50;
const WORKERS = 2;

/**
 * Reads the text of new files until none is left or `ms` has passed. Each file is read by one server, and given up
 * after two servers or readers that did not finish.
 */
export async function readNewTexts(signal: AbortSignal, ms: number): Promise<void> {
  const end = performance.now() + ms;
  const worker = async () => {
    while (!signal.aborted && performance.now() < end) {
      const claimed = await claimText();
      if (!claimed) return;
      const { file, agentId, attempts } = claimed;
      if (attempts > MAX_ATTEMPTS) await store(file, agentId, [], GIVEN_UP);
      else await readAndStore(file, agentId).catch((error) => postpone(file, error));
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
}

/** Leaves the claim, which expires. Then a server tries the file again. */
const postpone = (file: FileRow, error: unknown) =>
  log.warn("The text of a file could not be read; it is tried again", error, { file: file.id });

const GIVEN_UP: TextResult = {
  state: "unreadable",
  facts: { reason: "reading it failed twice: save it again, or in another format", mayRetry: true },
};

/**
 * Returns the state of a file's text. Reads the text now if it is still waiting. Throws an AppError if the reader is
 * busy.
 */
export async function ensureText(file: FileRow, agentId: string): Promise<FileText> {
  if (file.text.state !== "waiting") return file.text;
  return (await readAndStore(file, agentId)) ?? (await read(agentId, file.id)).text;
}

/** Returns null if another server was faster. */
async function readAndStore(file: FileRow, agentId: string): Promise<FileText | null> {
  if (await copyText(file, agentId)) return null;
  const reader = readerOf(file);
  if (reader.by === "none") return store(file, agentId, [], { state: "none", facts: {} });
  if (reader.by === "unreadable")
    return store(file, agentId, [], { state: "unreadable", facts: { reason: reader.reason } });
  try {
    const extracted = await textOf(file, reader);
    return store(file, agentId, extracted.sections, resultOf(extracted));
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    const { message, mayRetry } = error;
    const facts = { reason: message, ...(mayRetry && { mayRetry }) };
    return store(file, agentId, [], { state: "unreadable", facts });
  }
}

async function store(
  file: FileRow,
  agentId: string,
  sections: readonly Section[],
  { state, facts }: TextResult,
  how?: { isAgain: boolean },
): Promise<FileText | null> {
  const { passages, words } = await withWords(file.name, passagesOf(sections));
  const characters = passages.reduce((sum, { text }) => sum + text.length, 0);
  const all = { ...facts, ...(passages.length > 0 && { passages: passages.length, characters }) };
  if (!(await writeText(file, agentId, passages, { state, facts: all }, how))) return null;
  await addSearchWords(words.map((word) => ({ agentId, word })));
  return { state, ...all };
}

/** Returns passages with their words, and words to correct misspelled queries. Other work of the server runs in between. */
async function withWords(name: string, all: readonly FilePassage[]) {
  const passages: NewPassage[] = [];
  const words = new Set(vocabulary(name));
  for (const passage of all) {
    if (passage.ordinal % PAUSE_EVERY === PAUSE_EVERY - 1) await immediate();
    // The file's name finds its beginning.
    const own = [passage.ordinal === 0 ? name : "", headingOf(passage.place), passage.text].join(" ");
    passages.push({ ...passage, words: distinctWords(own, MAX_WORDS_CHARS) });
    if (words.size < MAX_VOCABULARY) for (const word of vocabulary(passage.text)) words.add(word);
  }
  return { passages, words: [...words] };
}

export const headingOf = (place: FilePlace): string =>
  place.at === "heading" ? place.heading : place.at === "slide" ? place.title : "";

/** Adds sections to the text that a file has, such as pages that a model has read. */
export async function addSections(
  file: FileRow,
  agentId: string,
  sections: readonly Section[],
  result: TextResult,
): Promise<FileText | null> {
  return store(file, agentId, sections, result, { isAgain: true });
}

function resultOf({ sections, pages, missing, sheets, note }: Extracted): TextResult {
  const facts = {
    ...(pages !== undefined && { pages }),
    ...(missing && { missing }),
    ...(sheets && { sheets, tables: sheetsLikeTables(sections) }),
  };
  if (missing && sections.length === 0) return { state: "unreadable", facts: { ...facts, reason: SCANNED } };
  const reasons = [...(missing ? [missingPages(missing)] : []), ...(note ? [note] : [])];
  if (reasons.length > 0) return { state: "partly", facts: { ...facts, reason: reasons.join("; ") } };
  return { state: "indexed", facts };
}

const SCANNED =
  "all its pages are images without text: scan it with text recognition, or let a model that sees images read them";

export const missingPages = (missing: readonly number[]): string =>
  missing.length === 1
    ? `page ${missing[0]} is an image without text`
    : `pages ${rangesOf(missing)} are images without text`;

/** Formats ascending numbers, such as "2–5, 9". */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
}

async function textOf(
  file: FileRow,
  reader: Extract<ReaderKind, { by: "parsed" | "plain" }>,
): Promise<Extracted> {
  if (reader.by === "plain") return plainText(file.hash, reader.kind);
  const encoding = reader.kind === "html" ? await encodingOf(file.hash) : undefined;
  return extract({ path: blobPathOf(file.hash), kind: reader.kind, ...(encoding && { encoding }) });
}

async function plainText(hash: string, kind: "lines" | "markdown" | "times"): Promise<Extracted> {
  const sections: Section[] = [];
  let characters = 0;
  for await (const section of plainSections(sourceOf(hash), kind)) {
    characters += section.text.length;
    if (characters > MAX_CHARACTERS) return { sections, note: CUT };
    sections.push(section);
  }
  return { sections };
}

const CUT = "the file is very long, so only the beginning is here";

const encodingOf = async (hash: string): Promise<TextEncoding> =>
  encodingOfHead(await firstOf(bytesOf(hash, HEAD_BYTES))) ?? "windows-1252";

/** Yields the characters of a text file with normalized line ends, without NUL, which Postgres and SQLite refuse. */
export async function* sourceOf(hash: string): AsyncGenerator<string> {
  const encoding = await encodingOf(hash);
  const clean = (piece: string) => piece.replaceAll("\0", "").replaceAll("\r\n", "\n");
  // The start of a file can be valid UTF-8 although a later part is not.
  const isValid = encoding === "windows-1252" || (await isDecodable(hash, encoding));
  for await (const piece of decodedText(bytesOf(hash), isValid ? encoding : "windows-1252"))
    yield clean(piece);
}

async function isDecodable(hash: string, encoding: TextEncoding): Promise<boolean> {
  try {
    for await (const _ of decodedText(bytesOf(hash), encoding));
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

export async function* bytesOf(hash: string, maxBytes?: number): AsyncGenerator<Uint8Array> {
  const bytes = await openBlob(hash, maxBytes === undefined ? {} : { end: maxBytes - 1 });
  if (!bytes) throw new AppError("invalid", "its data is missing from the server's disk: attach it again");
  yield* bytes;
}

async function firstOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
