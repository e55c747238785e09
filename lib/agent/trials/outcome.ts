import type { UIMessage } from "ai";
import { asTool, type ToolPart } from "@/lib/shared/chat/parts";
import type { Expected, Outcome } from "@/lib/shared/proofs/contract";
import type { Turn } from "@/lib/store/loop/turns";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { isOutside } from "@/lib/tools/toolsets/outside";

const SHOWN = 1_000;

type Played = Pick<Turn, "parts" | "metadata"> & {
  status: Turn["status"] | "waiting" | "stopped" | "running";
  ms?: number;
};

/** A turn passes if it does not fail, no call within the agent fails, and the expectation is met. */
export async function outcomeOfTurn(
  agentId: string,
  { parts, metadata, status, ms = 0 }: Played,
  expected?: Expected,
): Promise<Outcome> {
  const list = parts as UIMessage["parts"];
  const calls = callsIn(list);
  const failedCalls = await failuresInside(agentId, calls);
  const text = answerIn(list);
  const tools = [...new Set(calls.map(({ toolName }) => toolName))].sort();
  const isEnded = status === "completed" || status === "waiting";
  const isMet = !expected || meetsTurn(expected, { text, tools });
  const { inputTokens = 0, outputTokens = 0, cost } = metadata?.usage ?? {};
  const facts = {
    ...{ tools, failedCalls, isWaiting: status === "waiting", tokens: inputTokens + outputTokens },
    steps: list.filter(({ type }) => type === "step-start").length,
    costUsd: cost ?? null,
  };
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…`.toWellFormed() : text;
  const state = isEnded && failedCalls === 0 && isMet ? "passed" : "failed";
  return { state, ms: Math.round(ms), text: shown, turn: facts };
}

/** The recorded turn, up to the first question or approval, where a replay waits. */
export function untilFirstAsk({ parts, metadata, status, firstAsk }: Turn): Played {
  const list = parts as UIMessage["parts"];
  const at = list.findIndex((part) => firstAsk !== null && asTool(part)?.toolCallId === firstAsk);
  if (at < 0) return { parts, metadata, status };
  const next = list.findIndex((part, index) => index > at && part.type === "step-start");
  return { parts: list.slice(0, next < 0 ? undefined : next), metadata, status: "waiting" };
}

/** Returns the text of an answer and its tools, with which an example of the turn is compared. */
export function turnValue(parts: unknown): { text: string; tools: string[] } {
  const list = parts as UIMessage["parts"];
  return { text: answerIn(list), tools: [...new Set(callsIn(list).map(({ toolName }) => toolName))].sort() };
}

function meetsTurn({ as, value }: Expected, found: { text: string; tools: string[] }): boolean {
  if (as === "success") return true;
  const wanted = value as Partial<typeof found> | undefined;
  return as === "equal"
    ? wanted?.text === found.text
    : JSON.stringify(wanted?.tools?.toSorted()) === JSON.stringify(found.tools);
}

/** Turns differ if other tools were called, or one of them waits for the user. Models seldom repeat a text. */
export const isOtherTurn = (before: Outcome, after: Outcome): boolean =>
  before.turn !== undefined &&
  after.turn !== undefined &&
  (before.turn.isWaiting !== after.turn.isWaiting ||
    JSON.stringify(before.turn.tools) !== JSON.stringify(after.turn.tools));

/** Counts failed calls, except calls to the outside, which a trial does not make. */
async function failuresInside(agentId: string, calls: readonly ToolPart[]): Promise<number> {
  const failed = calls.filter(({ state }) => state === "output-error");
  if (failed.length === 0) return 0;
  const found = await catalog.findAll(agentId, [...new Set(failed.map(({ toolName }) => toolName))]);
  return failed.filter(({ toolName, input }) => {
    const tool = found.get(toolName)?.tool;
    const checked = tool?.check(input);
    return !(tool && checked?.ok && isOutside(tool, checked.value));
  }).length;
}

export const callsIn = (parts: UIMessage["parts"]): ToolPart[] => parts.flatMap((part) => asTool(part) ?? []);

const answerIn = (parts: UIMessage["parts"]): string =>
  parts
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n\n")
    .trim();
