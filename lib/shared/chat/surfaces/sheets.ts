import * as z from "zod/mini";
import { leavesOf } from "@/lib/shared/blocks/leaves";
import { isRecord } from "../parts";

/* The stored state of surfaces: input of the user that was not sent as an answer. */

/** Maximum JSON size and number of entries of one surface. */
export const MAX_SURFACE_BYTES = 500_000;
export const MAX_SURFACE_ENTRIES = 500;

/**
 * A surface stores its state in entries. Input in a block is stored under the block's place, the state of a
 * component under its own keys.
 */
export const formEntry = (block: string | number): string => `form:${block}`;
export const tableEntry = (block: string | number): string => `table:${block}`;
export const editsEntry = (block: string | number): string => `edits:${block}`;
const STATE = "state:";
export const stateEntry = (key: string): string => STATE + key;

/** Response of `GET /api/sheets/:conversation/state`. `version` increases with each change of the entries. */
export const surfaceState = z.object({ entries: z.record(z.string(), z.unknown()), version: z.number() });

/** Facts about a surface that the user has interacted with, as part of the conversation's snapshot. */
export const surfaceFacts = z.object({
  /** `messageId/toolCallId`. */
  id: z.string(),
  version: z.number(),
  isClosed: z.boolean(),
  hasFailed: z.boolean(),
});
export type SurfaceFacts = z.infer<typeof surfaceFacts>;

/**
 * Returns the unsent input of a surface for the model: the form values (a list if there are several forms),
 * or the component's state. Undefined if the user changed nothing.
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

/**
 * Part of a user message (`data-answer`): an answer that the user sent from a surface after its ask was closed.
 */
export const sentSurface = z.object({
  messageId: z.string(),
  toolCallId: z.string(),
  title: z.string(),
  output: z.unknown(),
  /**
   * `output` without the values of hidden fields, for display and search. The server adds it if there are
   * hidden fields.
   */
  shown: z.optional(z.unknown()),
});
export type SentSurface = z.infer<typeof sentSurface>;

export const sentSurfaceOf = (part: { type: string; data?: unknown }): SentSurface | undefined =>
  part.type === "data-answer" ? sentSurface.safeParse(part.data).data : undefined;

export const describeSentSurface = ({ title, output }: SentSurface): string =>
  `(Late answer from the surface “${title}” on the canvas:)\n${JSON.stringify(output)}`;
