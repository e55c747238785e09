import { isDeepStrictEqual } from "node:util";
import { type Event, EventType, type JsonPatchOperation } from "@ag-ui/core";
import type { Equipment } from "@/lib/agent/message/equipment";
import { toolsFor } from "@/lib/doors/programs/tools";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { entries, keysMarked } from "@/lib/store/agents/state";

const MAX_CHARS = 200_000;

export type SharedState = Record<string, unknown>;

/**
 * Returns the values of the token's agent that the token may read with `get_state`; null if it may not. Leaves out values that may
 * contain web text, because a program that receives them would count as having read it, and those beyond `MAX_CHARS`.
 */
export async function sharedState(token: McpToken, equipment: Equipment): Promise<SharedState | null> {
  if (!(await toolsFor(token, equipment)).has("get_state")) return null;
  const { agentId } = token;
  const [all, { marked }] = await Promise.all([entries(agentId), keysMarked(agentId)]);
  const fromWeb = new Set(marked.map(({ name }) => name));
  let left = MAX_CHARS;
  const shown = all.filter(({ key, value }) => {
    if (fromWeb.has(key)) return false;
    left -= key.length + JSON.stringify(value).length;
    return left >= 0;
  });
  return Object.fromEntries(shown.map(({ key, value }) => [key, value]));
}

/** Yields the event by which a program that has `before` gets the state `after`; null means that it has none. */
export function* stateEvents(before: SharedState | null, after: SharedState): Generator<Event> {
  if (before !== null) {
    const delta = patchOf(before, after);
    if (delta.length > 0) yield { type: EventType.STATE_DELTA, delta };
  } else if (Object.keys(after).length > 0) yield { type: EventType.STATE_SNAPSHOT, snapshot: after };
}

const patchOf = (before: SharedState, after: SharedState): JsonPatchOperation[] => [
  ...Object.keys(before)
    .filter((key) => !Object.hasOwn(after, key))
    .map((key): JsonPatchOperation => ({ op: "remove", path: pointer(key) })),
  ...Object.entries(after)
    .filter(([key, value]) => !Object.hasOwn(before, key) || !isDeepStrictEqual(before[key], value))
    .map(([key, value]): JsonPatchOperation => ({ op: "add", path: pointer(key), value })),
];

const pointer = (key: string): string => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
