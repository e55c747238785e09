import { answerSchema, decisionOfAnswer } from "@/lib/agent/calls/answer";
import type { Equipment } from "@/lib/agent/message/equipment";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { isRecord } from "@/lib/shared/chat/parts";
import type { Ask } from "@/lib/store/loop/asks";
import type { StoredResponse, StoredTurn } from "@/lib/store/loop/responses";
import { bounded } from "@/lib/tools/toolsets/call";
import { chatAddress } from "./address";
import { RequestError } from "./errors";
import type { Item } from "./wanted";

/** The function call as which a program gets a question, a form, a component or an approval of the agent. */
export const ASK = "easel_ask";

const MAX_INPUT_CHARS = 20_000;

/**
 * `part` is the position of the call in the agent's message. `ask` describes a call of `easel_ask`; calls of the program's
 * tools have none.
 */
export type FunctionCall = { part: number; name: string; arguments: string; ask: AskView | null };

export type AskView = {
  kind: string;
  tool: string;
  input?: unknown;
  url: string;
  /** The text that the user reads. */
  text: string;
  /** False if only a member can answer. */
  answer_schema: Record<string, unknown> | false;
};

export const partsOf = ({ parts }: StoredTurn): Message["parts"] => parts as Message["parts"];

/** Returns true if the call is one of a tool that the program runs itself. */
export const isClientCall = ({ client }: StoredTurn, { toolName, kind }: Ask): boolean =>
  kind === "answer" && client?.tools.some(({ name }) => name === toolName) === true;

/**
 * Returns the calls that a program can answer: those that are open, or in a response that was continued, those of the
 * response.
 */
export async function callsOf(
  turn: StoredTurn,
  response: StoredResponse,
  equipment: Equipment,
): Promise<FunctionCall[]> {
  const { nextPart, asks } = turn;
  const parts = partsOf(turn);
  const isOf = (ask: Ask, part: number) =>
    // Content that is only shown needs no answer.
    (ask.awaits || isClientCall(turn, ask)) &&
    (nextPart === null ? ask.status === "open" : part >= response.firstPart && part < nextPart);
  const calls = asks.map(async (ask): Promise<FunctionCall[]> => {
    const part = parts.findIndex((one) => isToolPart(one) && one.toolCallId === ask.toolCallId);
    if (part < 0 || !isOf(ask, part)) return [];
    if (isClientCall(turn, ask))
      return [{ part, name: ask.toolName, arguments: JSON.stringify(ask.input ?? {}), ask: null }];
    const { text, ...described } = await describe(ask, response, equipment);
    return [{ part, name: ASK, arguments: JSON.stringify(described), ask: { text, ...described } }];
  });
  return (await Promise.all(calls)).flat();
}

const KINDS: Record<string, string> = {
  ask_user: "question",
  render_blocks: "form",
  render_and_wait: "component",
};

async function describe(
  ask: Ask,
  { agentId, conversationId }: StoredResponse,
  equipment: Equipment,
): Promise<AskView> {
  const { toolName: tool, kind, input, because } = ask;
  const url = chatAddress(conversationId);
  const common = { tool, url, text: askText(ask, url) };
  const shown = bounded(isRecord(input) ? { ...input, code: undefined } : input, MAX_INPUT_CHARS);
  if (because?.kind === "helper") return { ...common, kind: "subagent", answer_schema: false };
  if (kind === "approval") return { ...common, kind: "approval", input: shown, answer_schema: REJECTION };
  return {
    ...{ ...common, kind: KINDS[tool] ?? "answer", input: shown },
    answer_schema: await answerSchema(agentId, ask, equipment),
  };
}

export function askText({ toolName: name, kind, because, input }: Ask, url: string): string {
  if (because?.kind === "helper") return `A subagent waits for an answer at ${url}.`;
  if (kind === "approval") return `May the agent use ${name}? Decide at ${url}.`;
  if (name !== "ask_user" || !isRecord(input)) return `The agent waits for your input at ${url}.`;
  const options = Array.isArray(input.options) ? input.options.map((option) => `- ${option}`) : [];
  return [input.question, ...options, `\nAnswer here or at ${url}.`].join("\n");
}

/** A program may refuse its own wish, but only a member approves. */
const REJECTION = {
  type: "object",
  properties: { decision: { const: "reject" }, reason: { type: "string" } },
  required: ["decision"],
  additionalProperties: false,
};

type Output = Extract<Item, { kind: "output" }>;

/** Returns the value of an output of a program for this ask. Throws if only a member may give it. */
export function answerOf(
  ask: Ask,
  { output, value: sent, param }: Output,
  { conversationId }: StoredResponse,
) {
  const url = chatAddress(conversationId);
  if (ask.because?.kind === "helper")
    throw new RequestError(`A subagent waits for a member. Give them this link: ${url}.`, {
      ...{ status: 403, code: "member_required", param },
    });
  const value = sent === undefined ? fromJson(output) : sent;
  if (ask.kind === "approval" && decisionOfAnswer(value) !== "reject")
    throw new RequestError(
      `Only a member can approve this. Give them this link: ${url}. Send {"decision":"reject"} to do without it.`,
      { status: 403, code: "approval_required", param },
    );
  return ask.toolName === "ask_user" && !isRecord(value) ? { answer: output } : value;
}

/** Many programs send a plain text instead of JSON. */
function fromJson(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}
