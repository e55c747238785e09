import type { FinishReason } from "ai";
import { denied } from "@/lib/agent/message/chunks";
import type { Draft } from "@/lib/agent/message/draft";
import { type Chunk, isToolPart, type Message, type ToolPart, toolName } from "@/lib/agent/message/message";
import type { KnownOfWeb } from "@/lib/agent/offer/after-web";
import type { Offer, Offered } from "@/lib/agent/offer/toolset";
import { sheetOnCanvas } from "@/lib/agent/prompt/on-canvas";
import type { Occasion } from "@/lib/code/traces/record";
import { textOf } from "@/lib/shared/chat/parts";
import type { Shown } from "@/lib/shared/components/shown";
import { joined } from "@/lib/shared/origins";
import type { Because } from "@/lib/shared/tools/because";
import type { Ask } from "@/lib/store/loop/asks";
import type { StepSave } from "@/lib/store/loop/steps";
import type { Read } from "@/lib/tools/toolsets/call";
import type { CallContext } from "@/lib/tools/toolsets/context";

/** Calls of a step that are under way at the same time. */
export const AT_ONCE = 8;

export type StepCallRow = StepSave["calls"][number];

/** The calls of one step, and what the loop does for them. */
export type Calls = {
  draft: Draft;
  offer: Offer;
  /** Approvals of this message that the person has decided, by call id. */
  decided: ReadonlyMap<string, Ask>;
  /** Calls that had begun when their server died. */
  interrupted: ReadonlySet<string>;
  /** What of the web the model had read when it made these calls. */
  known: KnownOfWeb;
  /** All that was said in the conversation. */
  messages(): readonly Message[];
  /** True if a contact, not the user, writes in the conversation. */
  isForContact: boolean;
  context: Omit<CallContext, "toolCallId" | "toolName">;
  /** Why the model's step ended; undefined for calls of an earlier step. */
  finishReason?: FinishReason;
  emit(chunk: Chunk): void;
  /** Makes durable that these calls begin, before they do. */
  intend(calls: StepCallRow[]): Promise<void>;
};

/** What the step is saved with. */
export type SettledCall = {
  asks: StepSave["asks"];
  calls: StepCallRow[];
  /** What asks put before the person, by call id. */
  shown: Record<string, Shown>;
};

/** A call that waits for the person: for an answer to what it shows, or for leave to be run. */
export type AskedCall = {
  part: ToolPart;
  offered: Offered;
  kind: "answer" | "approval";
  because: Because | null;
};

export const contextOf = ({ context, known, messages }: Calls, toolCallId: string) => ({
  ...context,
  toolCallId,
  readBefore: known.readWeb,
  occasion: () => occasionOf(messages(), toolCallId),
  sheet: (key: string) => sheetOnCanvas(key, messages(), context),
});

/** What a call shows is said before its result: a page that had the result alone would show nothing in its place for a moment. */
export function show({ emit }: Calls, settled: SettledCall, toolCallId: string, shown: Shown): void {
  settled.shown[toolCallId] = shown;
  emit({ type: "message-metadata", messageMetadata: { calls: { [toolCallId]: { shown } } } });
}

/** That a call has read strangers' text stands on its part, beside what stood there. */
export function callMarks({ draft }: Calls, toolCallId: string, { web, through }: Read) {
  const before = draft.tool(toolCallId)?.toolMetadata;
  const read = { web: [...web], ...(through.length > 0 && { through: [...through] }) };
  return web.length > 0 && { toolMetadata: { ...before, ...read } };
}

export const withRead = ({ readWeb, through }: KnownOfWeb, read: Read): KnownOfWeb => ({
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

/** Refuses a call, for the model and on the record. */
export function deny(
  part: ToolPart,
  { emit }: Calls,
  settled: SettledCall,
  rest: Partial<StepCallRow> & { error: string },
): void {
  for (const chunk of denied(part.toolCallId, rest.error)) emit(chunk);
  settled.calls.push(row(part, { status: "denied", ...rest }));
}

/** What the person had said last, and what the model wrote and thought between its last call and this one. */
function occasionOf(messages: readonly Message[], toolCallId: string): Occasion {
  const asked = messages.findLast(({ role }) => role === "user");
  const parts = messages.at(-1)?.parts ?? [];
  const call = parts.findIndex((part) => isToolPart(part) && part.toolCallId === toolCallId);
  const thoughts: string[] = [];
  for (const part of parts.slice(0, Math.max(call, 0)).reverse()) {
    if (part.type === "text" || part.type === "reasoning") thoughts.unshift(part.text);
    // Calls of one step are made for one reason.
    else if (part.type === "step-start" && thoughts.length > 0) break;
  }
  return { triggerMessage: asked ? textOf(asked) : "", reasoning: thoughts.join("\n").trim() };
}
