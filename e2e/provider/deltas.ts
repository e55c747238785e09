import type { Call, Delta, Part } from "./turn.ts";

/**
 * Arguments are sent in chunks of this many characters, or longer ones if that would be more than
 * `MAX_PIECES`.
 */
const ARGUMENT_CHARS = 12;
const MAX_PIECES = 4_000;

/**
 * Yields the events of a part in order. Lazy, because there may be a million. `calls` is the number of
 * earlier calls.
 */
export function* deltasOf(part: Part, calls: number): Generator<Delta> {
  for (const text of words(part.reasoning)) yield { type: "reasoning", text };
  for (const text of words(part.text)) yield { type: "text", text };
  for (let i = 0; i < (part.tokens ?? 0); i++) yield { type: "text", text: i === 0 ? "w0" : ` w${i}` };
  let index = calls;
  for (const call of callsOf(part)) {
    yield { type: "call", index, id: call.id, name: call.tool };
    for (const text of slices(call.rawArguments ?? JSON.stringify(call.input ?? {}))) {
      yield { type: "arguments", index, text };
    }
    index++;
  }
  if (part.raw !== undefined) yield { type: "raw", data: part.raw };
}

export function countCalls({ tool, tools = [], repeat = 1 }: Part): number {
  return (tools.length + (tool === undefined ? 0 : 1)) * repeat;
}

function* callsOf({ tool, input, rawArguments, id, tools = [], repeat = 1 }: Part): Generator<Call> {
  const calls = tool === undefined ? tools : [{ tool, input, rawArguments, id }, ...tools];
  for (let round = 0; round < repeat; round++) yield* calls;
}

const words = (text = "") => text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];

function slices(text: string): string[] {
  const size = Math.max(ARGUMENT_CHARS, Math.ceil(text.length / MAX_PIECES));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    text.slice(i * size, (i + 1) * size),
  );
}

export const newId = (kind: string) => `${kind}_${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;
