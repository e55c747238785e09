import * as z from "zod/mini";
import { PRODUCTS, type Product } from "./imports/products";
import { PARTS } from "./kinds";

/** Kinds of stored values that can contain web text, because their author had read the web. */
export const HOLDERS = [...PARTS, "table", "collection", "file"] as const;
export const holder = z.enum(HOLDERS);
export type Holder = z.infer<typeof holder>;

/** A stored value, with the web origins whose text it may contain. */
export const marked = z.object({
  kind: holder,
  /** Key, table name or id; for the prompt and the notes, their kind. */
  name: z.string(),
  origins: z.array(z.string()),
});
export type Marked = z.infer<typeof marked>;

export const mark = z.extend(marked, { since: z.string() });
export type Mark = z.infer<typeof mark>;
export const markList = z.object({ marks: z.array(mark), trusted: z._default(z.array(mark), []) });

/** A web origin that was read indirectly, and the stored value that contained it. */
export const through = z.object({ origin: z.string(), kind: holder, name: z.string() });
export type Through = z.infer<typeof through>;

/** Encodes a value for storage in a conversation. Origins and kinds have no spaces. */
export const writeThrough = ({ origin, kind, name }: Through): string => `${origin} ${kind} ${name}`;

/** Returns undefined for invalid text. */
export function readThrough(text: string): Through | undefined {
  const [origin = "", kind = ""] = text.split(" ", 2);
  const name = text.slice(origin.length + kind.length + 2);
  return through.safeParse({ origin, kind, name }).data;
}

/** Origin of data that others send to a webhook, which has no address. */
export const WEBHOOK = "webhook";

/** Origin of messages by others that the user forwards or quotes in Telegram. */
export const TELEGRAM = "telegram";

/** Origin of messages that contacts write on WhatsApp, and of messages that the user forwards there. */
export const WHATSAPP = "whatsapp:";

const VISITOR = "visitor:";

/** Returns the origin of text that visitors of a published app wrote. */
export const visitorOrigin = (slug: string): string => VISITOR + slug;

/** Returns the app's slug of a visitor origin; undefined for other origins. */
export const appOfOrigin = (origin: string): string | undefined =>
  origin.startsWith(VISITOR) ? origin.slice(VISITOR.length) : undefined;

const PROGRAM = "program:";

/** Returns the origin of results that a program sends for its own tools. */
export const programOrigin = (name: string): string => PROGRAM + encodeURIComponent(name.toWellFormed());

/** Returns the program's name of a program origin; undefined for other origins. */
export const programOfOrigin = (origin: string): string | undefined => decoded(PROGRAM, origin);

const MAIL = "mail:";

/** Returns the origin of text in a mail, by the address that its sender claims. */
export const mailOrigin = (address: string): string =>
  MAIL + encodeURIComponent(address.toLowerCase().slice(0, MAX_FILE_CHARS).toWellFormed());

/** Returns the sender's address of a mail origin; undefined for other origins. */
export const mailOfOrigin = (origin: string): string | undefined => decoded(MAIL, origin);

const FILE = "file:";
const MAX_FILE_CHARS = 120;

/** Returns the origin of text in an attached or imported file, which others may have written. */
export const fileOrigin = (name: string): string =>
  FILE + encodeURIComponent(name.slice(0, MAX_FILE_CHARS).toWellFormed());

/** Returns the file name of a file origin; undefined for other origins. */
export const fileOfOrigin = (origin: string): string | undefined => decoded(FILE, origin);

const IMPORT = "import:";

/** Returns the origin of everything in the export of another product, also of the user's own messages. */
export const importOrigin = (product: Product): string => IMPORT + product;

/** Returns the product of an import origin; undefined for other origins. */
export const importOfOrigin = (origin: string): Product | undefined =>
  PRODUCTS.find((product) => origin === importOrigin(product));

function decoded(prefix: string, origin: string): string | undefined {
  if (!origin.startsWith(prefix)) return undefined;
  const name = origin.slice(prefix.length);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Maximum origins of one value or call, because a page can lead to very many. */
export const MAX_ORIGINS = 50;
/** File origins are the longest, with up to nine characters for each character of the name. */
const MAX_ORIGIN_CHARS = FILE.length + 9 * MAX_FILE_CHARS;

export const originList = z
  .array(z.string().check(z.minLength(1), z.maxLength(MAX_ORIGIN_CHARS)))
  .check(z.maxLength(MAX_ORIGINS));

/** Merges lists without duplicates. Origins above the limit are dropped. */
export const joined = (...lists: readonly (readonly string[])[]): string[] =>
  [...new Set(lists.flat())].slice(0, MAX_ORIGINS);
