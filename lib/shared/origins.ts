import * as z from "zod/mini";
import { PARTS } from "./kinds";

/** What is stored and may hold text of strangers, because whoever wrote it had read theirs. */
export const HOLDERS = [...PARTS, "table", "collection", "file"] as const;
export const holder = z.enum(HOLDERS);
export type Holder = z.infer<typeof holder>;

/** A stored value and the origins on the web whose text may be in it. */
export const marked = z.object({
  kind: holder,
  /** A key, a table, an id; of the prompt and the notes their kind. */
  name: z.string(),
  origins: z.array(z.string()),
});
export type Marked = z.infer<typeof marked>;

/** A mark as a page shows it. */
export const mark = z.extend(marked, { since: z.string() });
export type Mark = z.infer<typeof mark>;
export const markList = z.object({ marks: z.array(mark) });

/** An origin that was read at second hand, and in what. */
export const through = z.object({ origin: z.string(), kind: holder, name: z.string() });
export type Through = z.infer<typeof through>;

/** As conversations keep it. An origin has no spaces, and neither has a kind. */
export const writeThrough = ({ origin, kind, name }: Through): string => `${origin} ${kind} ${name}`;

/** Undefined where it is not one. */
export function readThrough(text: string): Through | undefined {
  const [origin = "", kind = ""] = text.split(" ", 2);
  const name = text.slice(origin.length + kind.length + 2);
  return through.safeParse({ origin, kind, name }).data;
}

/** The origin of what others send to a webhook: it has no address. */
export const WEBHOOK = "webhook";

/** The origin of what others wrote and the person forwards or quotes in Telegram. */
export const TELEGRAM = "telegram";

/** The origin of what contacts write on WhatsApp, as of whatever the person forwards there. */
export const WHATSAPP = "whatsapp:";

const FILE = "file:";
const MAX_FILE_CHARS = 120;

/** Origin of the text in an attached or imported file, which others may have written. */
export const fileOrigin = (name: string): string =>
  FILE + encodeURIComponent(name.slice(0, MAX_FILE_CHARS).toWellFormed());

/** The name of the file that an origin means; undefined for other origins. */
export function fileOfOrigin(origin: string): string | undefined {
  if (!origin.startsWith(FILE)) return undefined;
  try {
    return decodeURIComponent(origin.slice(FILE.length));
  } catch {
    return origin.slice(FILE.length);
  }
}

/** Of one value, or one call. A page may lead to very many. */
export const MAX_ORIGINS = 50;
/** The longest origins are those of files, in which a character of the name takes up to nine. */
const MAX_ORIGIN_CHARS = FILE.length + 9 * MAX_FILE_CHARS;

/** Origins in a request or in the file of an agent. */
export const originList = z
  .array(z.string().check(z.minLength(1), z.maxLength(MAX_ORIGIN_CHARS)))
  .check(z.maxLength(MAX_ORIGINS));

/** Each once; of very many the first. */
export const joined = (...lists: readonly (readonly string[])[]): string[] =>
  [...new Set(lists.flat())].slice(0, MAX_ORIGINS);
