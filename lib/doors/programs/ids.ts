import { uuid } from "@/lib/shared/ids";

/*
 * Ids of a response and of its items. An item's id contains that of its response, and the position of its part in the
 * agent's message, so that a server finds the part after a restart.
 */

const KINDS = { response: "resp", message: "msg", call: "call", callItem: "fc" } as const;
type Kind = keyof typeof KINDS;

export const responseId = (id: string): string => `${KINDS.response}_${id.replaceAll("-", "")}`;

export const itemId = (kind: Exclude<Kind, "response">, id: string, part: number): string =>
  `${KINDS[kind]}_${id.replaceAll("-", "")}_${part}`;

const SHAPE = /^[a-z]+_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(?:_(\d{1,6}))?$/;

/** Reads the id of a response or of an item. Returns null for the ids of others. */
export function readId(id: string): { response: string; part: number | null } | null {
  const [, ...groups] = SHAPE.exec(id) ?? [];
  const part = groups.at(5);
  const response = uuid.safeParse(groups.slice(0, 5).join("-")).data;
  return response === undefined ? null : { response, part: part === undefined ? null : Number(part) };
}
