import * as z from "zod/mini";
import { leavesOf } from "@/lib/shared/blocks/leaves";
import { isRecord } from "../parts";

/** What the person has done with a sheet on the canvas, apart from answering it. */

/** Bytes of JSON that one sheet keeps, and how many entries. */
export const MAX_SHEET_BYTES = 500_000;
export const MAX_SHEET_ENTRIES = 500;

/** What a part of a sheet keeps is an entry: a form by its place among the blocks, a component's state by its key. */
export const formEntry = (block: string | number): string => `form:${block}`;
export const tableEntry = (block: string | number): string => `table:${block}`;
export const editsEntry = (block: string | number): string => `edits:${block}`;
const STATE = "state:";
export const stateEntry = (key: string): string => STATE + key;

/** `GET /api/sheets/:conversation/state`. `version` grows with each change of the entries. */
export const sheetState = z.object({ entries: z.record(z.string(), z.unknown()), version: z.number() });

/** What a snapshot of a conversation tells of a sheet with which something was done. */
export const sheetFacts = z.object({
  /** `messageId/toolCallId` */
  id: z.string(),
  version: z.number(),
  isClosed: z.boolean(),
  /** Its component could not be drawn, or was stopped. */
  hasFailed: z.boolean(),
});
export type SheetFacts = z.infer<typeof sheetFacts>;

/**
 * What is filled in but not sent, as the model reads it: the values of the form (a list where there are several), or the
 * state of the component. Undefined where nothing was changed.
 */
export function draftOf(input: unknown, entries: Readonly<Record<string, unknown>>): unknown {
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks : undefined;
  if (!blocks) {
    const state = stateOfEntries(entries);
    return Object.keys(state).length > 0 ? state : undefined;
  }
  const places = leavesOf(blocks).flatMap(({ block, place }) =>
    isRecord(block) && block.type === "form" ? [place] : [],
  );
  const forms = places.map((place) => filledIn(entries[formEntry(place)]));
  if (forms.every((form) => Object.keys(form).length === 0)) return undefined;
  return forms.length === 1 ? forms[0] : forms;
}

/** The state of a component, by its keys. */
export const stateOfEntries = (entries: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([key, value]) =>
      key.startsWith(STATE) ? [[key.slice(STATE.length), value]] : [],
    ),
  );

const filledIn = (values: unknown): Record<string, unknown> =>
  isRecord(values)
    ? Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== null))
    : {};

/** A part of a person's message (`data-answer`): what they sent from a sheet that nobody waited for any more. */
export const sentSheet = z.object({
  messageId: z.string(),
  toolCallId: z.string(),
  title: z.string(),
  /** What would have answered it. */
  output: z.unknown(),
  /** The same without what hidden fields gave, where there are any: what people read and search. The server adds it. */
  shown: z.optional(z.unknown()),
});
export type SentSheet = z.infer<typeof sentSheet>;

export const sentSheetOf = (part: { type: string; data?: unknown }): SentSheet | undefined =>
  part.type === "data-answer" ? sentSheet.safeParse(part.data).data : undefined;

/** What models read of it. */
export const sentSheetWords = ({ title, output }: SentSheet): string =>
  `(From the sheet “${title}” on the canvas, later than you had asked:)\n${JSON.stringify(output)}`;
