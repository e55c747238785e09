import { AppError } from "@/lib/shared/errors";
import { plainAddress } from "./address";
import type { Asking } from "./asking";
import type { Read } from "./kept";
import { pageOf } from "./page-of";

/** What the model gets of an answer. */
export type Told = {
  status: number;
  ok: boolean;
  /** Where it came from, if that is not where it was asked. */
  url?: string;
  headers: Record<string, string>;
  /** Where there is more: what `offset` has to be for it. */
  next_offset?: number;
  note?: string;
  markdown?: string;
  body: string;
};

/** Source of a page beside its markdown: all of it, or only how it begins. */
const SHORT_SOURCE = 4_000;
const BEGINNING = 1_000;
const LONGEST_HEADER = 1_000;
const MAX_HEADERS = 8_000;

export function told(read: Read, { url, offset = 0 }: Asking, isAnew: boolean): Told {
  const { status, body, markdown } = read;
  const text = markdown ?? body;
  if (offset > 0 && offset >= text.length)
    throw new AppError(
      "invalid",
      `There is nothing at offset ${offset}: all of it is ${text.length} characters.`,
    );
  const page = pageOf(text, offset);
  const isShort = body.length <= SHORT_SOURCE;
  const notes = [
    isAnew && "Fetched anew, for what was kept is gone: it may have changed.",
    read.note,
    page.next && `${page.next} of ${text.length} characters: go on with offset ${page.next}.`,
    markdown !== undefined && !isShort && offset === 0 && "body is cut; raw gives it.",
  ];
  const source = offset > 0 ? "" : isShort ? body : body.slice(0, BEGINNING).toWellFormed();
  const note = notes.filter(Boolean).join(" ");
  return {
    status,
    ok: status >= 200 && status < 300,
    ...(read.url !== plainAddress(url) && { url: read.url }),
    headers: bounded(read.headers),
    ...(page.next && { next_offset: page.next }),
    ...(note && { note }),
    ...(markdown === undefined ? { body: page.text } : { markdown: page.text, body: source }),
  };
}

function bounded(headers: Record<string, string>): Record<string, string> {
  let left = MAX_HEADERS;
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const text = value.length > LONGEST_HEADER ? `${value.slice(0, LONGEST_HEADER)}…` : value;
      left -= name.length + text.length;
      return left > 0 ? [[name, text]] : [];
    }),
  );
}
