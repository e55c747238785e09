import { withoutHidden } from "@/lib/shared/blocks/hidden-fields";
import { takeoverOf } from "@/lib/shared/browser/takeover";
import { distinctWords } from "@/lib/shared/text/words";
import { factsOfTool } from "./built-in-tools";
import { asTool, isRecord, type Part } from "./parts";
import { sentSurfaceOf } from "./surfaces/sheets";

/**
 * Search ignores the text of a message beyond these limits: maximum characters that are read, and maximum
 * characters of search words that are stored.
 */
const MAX_READ = 200_000;
const MAX_STORED_CHARS = 20_000;

/**
 * Fields that only control rendering and are not displayed. Below `data`, these names are the user's own keys
 * and have no such meaning.
 */
const UNREAD = new Set(["type", "key", "name", "url", "language", "variant", "chartType", "align", "action"]);

/**
 * Returns the distinct, normalized words by which search finds a message. They are stored with the message's
 * parts and updated with them.
 */
export const bodyOf = (parts: unknown): string => distinctWords(readableText(parts), MAX_STORED_CHARS);

export function readableText(parts: unknown): string {
  const chunks: string[] = [];
  let length = 0;
  for (const part of Array.isArray(parts) ? parts : []) {
    for (const text of chunksOf(part)) {
      if (length >= MAX_READ) return chunks.join("\n");
      chunks.push(text.slice(0, MAX_READ - length));
      length += text.length + 1;
    }
  }
  return chunks.join("\n");
}

function* chunksOf(part: Part): Generator<string> {
  if (part.type === "text") yield part.text;
  if (part.type === "file" && part.filename) yield part.filename;
  const note = takeoverOf(part)?.text;
  if (note) yield note;
  const sent = sentSurfaceOf(part);
  if (sent) {
    yield sent.title;
    yield* strings(sent.shown ?? sent.output);
  }
  const tool = asTool(part);
  const shows = tool && factsOfTool(tool.toolName)?.shows;
  // The chat does not show the input and output of other calls.
  if (!shows) return;
  yield* strings(shows === "component" ? withoutCode(tool.input) : tool.input);
  yield* strings(withoutHidden(tool.input, tool.output));
}

const withoutCode = (input: unknown) => (isRecord(input) ? { ...input, code: undefined } : input);

function* strings(value: unknown, isData = false): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const item of value) yield* strings(item, isData);
  else if (isRecord(value)) {
    // A hidden field carries a value for the model and is never displayed.
    if (!isData && value.type === "hidden") return;
    for (const [name, field] of Object.entries(value))
      if (isData || !UNREAD.has(name)) yield* strings(field, isData || name === "data");
  }
}
