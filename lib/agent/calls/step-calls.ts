import type { FinishReason } from "ai";
import { denied } from "@/lib/agent/message/chunks";
import type { Draft } from "@/lib/agent/message/draft";
import { type Chunk, isToolPart, type Message, type ToolPart, toolName } from "@/lib/agent/message/message";
import type { ReadOrigins } from "@/lib/agent/offer/after-web";
import type { Offer, Offered } from "@/lib/agent/offer/toolset";
import type { CallGuard } from "@/lib/agent/outgoing/outgoing-guard";
import { surfaceOnCanvas } from "@/lib/agent/prompt/on-canvas";
import type { Occasion } from "@/lib/code/traces/record";
import { originOf } from "@/lib/data/origins/collect";
import type { RefusedBy } from "@/lib/shared/chat/metadata";
import { textOf } from "@/lib/shared/chat/parts";
import { webOf } from "@/lib/shared/chat/web";
import type { Shown } from "@/lib/shared/components/shown";
import { joined } from "@/lib/shared/origins";
import type { ApprovalReason } from "@/lib/shared/tools/approval-reason";
import type { Ask } from "@/lib/store/loop/asks";
import type { StepSave } from "@/lib/store/loop/steps";
import type { Read } from "@/lib/tools/toolsets/call";
import type { CallContext } from "@/lib/tools/toolsets/context";
import type { Tool } from "@/lib/tools/toolsets/define";

export const MAX_CONCURRENT_CALLS = 8;

export type StepCallRow = StepSave["calls"][number];

export type Calls = {
  draft: Draft;
  offer: Offer;
  /** The user's decisions on approvals of this message, by call id. */
  decided: ReadonlyMap<string, Ask>;
  /** Ids of calls that were running when their server ended. */
  interrupted: ReadonlySet<string>;
  /** Web text that the model had read when it made these calls. */
  readOrigins: ReadOrigins;
  messages(): readonly Message[];
  /** Returns the guard for the calls of a conversation that has read text of strangers. */
  guard(): CallGuard;
  context: Omit<CallContext, "toolCallId" | "toolName">;
  /** Why the model's step ended. Undefined for calls of an earlier step. */
  finishReason?: FinishReason;
  emit(chunk: Chunk): void;
  /** Stores these calls as running. Must complete before they start. */
  intend(calls: StepCallRow[]): Promise<void>;
};

export type SettledCall = {
  asks: StepSave["asks"];
  calls: StepCallRow[];
  shown: Record<string, Shown>;
};

export type AskedCall = {
  part: ToolPart;
  offered: Offered;
  kind: "answer" | "approval";
  because: ApprovalReason | null;
};

export const contextOf = ({ context, readOrigins, messages }: Calls, toolCallId: string) => ({
  ...context,
  toolCallId,
  readBefore: readOrigins.readWeb,
  occasion: () => occasionOf(messages(), toolCallId),
  sheet: (key: string) => surfaceOnCanvas(key, messages(), context),
});

/**
 * Emits the content that a call shows before the call's result. Otherwise the chat would briefly show the
 * result without the content.
 */
export function show({ emit }: Calls, settled: SettledCall, toolCallId: string, shown: Shown): void {
  settled.shown[toolCallId] = shown;
  emit({ type: "message-metadata", messageMetadata: { calls: { [toolCallId]: { shown } } } });
}

/**
 * Returns the metadata that marks a call's part with the web text that it read, in addition to the earlier
 * metadata.
 */
export function callMarks({ draft }: Calls, toolCallId: string, { web, through }: Read) {
  const before = draft.tool(toolCallId)?.toolMetadata;
  const read = { web: [...web], ...(through.length > 0 && { through: [...through] }) };
  return web.length > 0 && { toolMetadata: { ...before, ...read } };
}

/**
 * Returns the origins that count for a call of this tool. The words of its own MCP server do not, because a call only
 * tells the server something. If the conversation has read a result of the server, its origin counts.
 */
export function originsFor({ served, receiver }: Tool, { readOrigins, messages }: Calls): readonly string[] {
  const { readWeb, through } = readOrigins;
  const own = served && receiver ? originOf(receiver) : undefined;
  if (own === undefined || !readWeb.includes(own)) return readWeb;
  const isStored = through.some(({ origin, kind }) => origin === own && kind !== "tool");
  const isRead = () =>
    messages().some(({ parts }) => parts.some((part) => isToolPart(part) && webOf(part).includes(own)));
  return isStored || isRead() ? readWeb : readWeb.filter((origin) => origin !== own);
}

export const withRead = ({ readWeb, through }: ReadOrigins, read: Read): ReadOrigins => ({
  readWeb: joined(read.web, readWeb),
  through: [...through, ...read.through],
});

export const namedPart = (part: ToolPart) => ({
  toolCallId: part.toolCallId,
  toolName: toolName(part),
  input: part.input ?? null,
});

export const row = (
  part: ToolPart,
  rest: Partial<StepCallRow> & Pick<StepCallRow, "status">,
): StepCallRow => ({
  ...namedPart(part),
  output: null,
  error: null,
  durationMs: null,
  ...rest,
});

export function deny(
  part: ToolPart,
  { emit }: Calls,
  settled: SettledCall,
  rest: Partial<StepCallRow> & { error: string; refusedBy: RefusedBy },
): void {
  for (const chunk of denied(part.toolCallId, rest.error)) emit(chunk);
  settled.calls.push(row(part, { status: "denied", ...rest }));
}

/**
 * Returns the user's last message, and the model's text and reasoning of this call's step, or of an earlier
 * step if this one has none.
 */
function occasionOf(messages: readonly Message[], toolCallId: string): Occasion {
  const asked = messages.findLast(({ role }) => role === "user");
  const parts = messages.at(-1)?.parts ?? [];
  const call = parts.findIndex((part) => isToolPart(part) && part.toolCallId === toolCallId);
  const thoughts: string[] = [];
  for (const part of parts.slice(0, Math.max(call, 0)).reverse()) {
    if (part.type === "text" || part.type === "reasoning") thoughts.unshift(part.text);
    // All calls of a step share its reasoning, so continue to the start of the step.
    else if (part.type === "step-start" && thoughts.length > 0) break;
  }
  return { triggerMessage: asked ? textOf(asked) : "", reasoning: thoughts.join("\n").trim() };
}
