import {
  type Event,
  EventType,
  type Interrupt,
  PROTOCOL_VERSION,
  type RunErrorEvent,
  type TokenUsage,
} from "@ag-ui/core";
import type { AskView, FunctionCall } from "@/lib/doors/programs/asks";
import type { RequestError } from "@/lib/doors/programs/errors";
import { itemId } from "@/lib/doors/programs/ids";
import type { Text } from "@/lib/doors/programs/shown";
import type { Output, TextDelta } from "@/lib/doors/programs/turn";
import type { StoredResponse } from "@/lib/store/loop/responses";
import type { RunInput } from "./request";
import { type SharedState, stateEvents } from "./state";
import type { Begun } from "./thread";

export const startEvent = ({ threadId, runId, parentRunId }: RunInput): Event => ({
  ...{ type: EventType.RUN_STARTED, threadId, runId, protocolVersion: PROTOCOL_VERSION },
  ...(parentRunId !== undefined && { parentRunId }),
});

export const errorEvent = ({ message, code }: Pick<RequestError, "message" | "code">): RunErrorEvent => ({
  ...{ type: EventType.RUN_ERROR as const, message },
  ...(code !== null && { code }),
});

type Source = {
  live: AsyncIterable<TextDelta>;
  /** Reads the stored output, when nothing is live any more. */
  read: () => Promise<Output>;
  /** State of the agent before the run; null if the program may not see it. */
  before: SharedState | null;
  after: () => Promise<SharedState | null>;
};

/** The events of a run after the first one, in the order of AG-UI. */
export async function* runEvents(
  input: RunInput,
  { response, warnings, isRepeat }: Begun,
  { live, read, before, after: readState }: Source,
): AsyncGenerator<Event, void> {
  for (const value of warnings) yield { type: EventType.CUSTOM, name: "easel.warning", value };
  // The program may have a part of the output that this run repeats.
  if (isRepeat) yield { type: EventType.MESSAGES_SNAPSHOT, messages: messagesBefore(input, response) };
  const hasState = before !== null && Object.keys(before).length > 0;
  if (hasState) yield* stateEvents(null, before);
  const texts = new Texts(response.id);
  for await (const delta of live) yield* texts.write(delta);
  const output = await read();
  yield* texts.finish(output.texts);
  const called = output.calls.filter(({ ask }) => ask === null);
  for (const call of called) yield* callEvents(response, call, texts.last ?? called[0]?.part ?? call.part);
  const after = before && (await readState());
  if (after) yield* stateEvents(hasState ? before : null, after);
  yield endEvent(input, response, output);
}

function messagesBefore({ messages }: RunInput, { request }: StoredResponse): RunInput["messages"] {
  const last = messages.findIndex(({ id }) => id === request.lastMessageId);
  return last < 0 ? messages : messages.slice(0, last + 1);
}

/** Writes the events of the texts of a run. Only one message is open at a time. */
class Texts {
  /** Position of the text that was written last. */
  last: number | undefined;
  private readonly responseId: string;
  private readonly written = new Map<number, number>();
  private isOpen = false;

  constructor(responseId: string) {
    this.responseId = responseId;
  }

  *write({ part, delta }: TextDelta): Generator<Event> {
    if (!this.isOpen || this.last !== part) {
      yield* this.close();
      this.last = part;
      this.isOpen = true;
      yield { type: EventType.TEXT_MESSAGE_START, messageId: this.messageId(part), role: "assistant" };
    }
    this.written.set(part, (this.written.get(part) ?? 0) + delta.length);
    yield { type: EventType.TEXT_MESSAGE_CONTENT, messageId: this.messageId(part), delta };
  }

  /** Writes the rest of the stored texts. */
  *finish(texts: readonly Text[]): Generator<Event> {
    for (const { part, text } of texts) {
      const delta = text.slice(this.written.get(part) ?? 0);
      if (delta) yield* this.write({ part, delta });
    }
    yield* this.close();
  }

  private *close(): Generator<Event> {
    if (this.isOpen && this.last !== undefined)
      yield { type: EventType.TEXT_MESSAGE_END, messageId: this.messageId(this.last) };
    this.isOpen = false;
  }

  private messageId = (part: number): string => itemId("message", this.responseId, part);
}

function* callEvents(
  { id }: StoredResponse,
  { part, name, arguments: delta }: FunctionCall,
  parent: number,
): Generator<Event> {
  const toolCallId = itemId("call", id, part);
  const parentMessageId = itemId("message", id, parent);
  yield { type: EventType.TOOL_CALL_START, toolCallId, toolCallName: name, parentMessageId };
  yield { type: EventType.TOOL_CALL_ARGS, toolCallId, delta };
  yield { type: EventType.TOOL_CALL_END, toolCallId };
}

function endEvent({ threadId, runId }: RunInput, { id }: StoredResponse, output: Output): Event {
  const { status, why, calls } = output;
  const usage = usageOf(output);
  if (status === "in_progress") return errorEvent(GOES_ON);
  if (status === "failed")
    return { ...errorEvent(why ?? { message: "The run failed.", code: "server_error" }), usage };
  const end = { type: EventType.RUN_FINISHED as const, threadId, runId, usage };
  if (why?.code === "stopped") return { ...end, outcome: { type: "cancelled" } };
  const interrupts = calls.flatMap(({ ask, part }) =>
    ask ? [interruptOf(ask, itemId("call", id, part))] : [],
  );
  if (interrupts.length > 0) return { ...end, outcome: { type: "interrupt", interrupts } };
  const pendingToolCallIds = calls.map(({ part }) => itemId("call", id, part));
  return {
    ...{ ...end, outcome: { type: "success", ...(calls.length > 0 && { pendingToolCallIds }) } },
    ...(why && { result: { incomplete: { code: why.code, message: why.message } } }),
  };
}

const GOES_ON = {
  message: "The run goes on. Send the same messages again to get its output.",
  code: "in_progress",
};

/** AG-UI's own words for reasons, and ours. */
const REASONS: Record<string, string> = { approval: "confirmation", subagent: "easel:subagent" };

const interruptOf = ({ kind, tool, input, url, text, answer_schema }: AskView, id: string): Interrupt => ({
  ...{ id, reason: REASONS[kind] ?? "input_required", message: text },
  ...(answer_schema !== false && { responseSchema: answer_schema }),
  metadata: { kind, tool, url, ...(input !== undefined && { input }) },
});

const usageOf = ({ usage }: Output): TokenUsage[] => [
  {
    ...{ inputTokens: usage.inputTokens, outputTokens: usage.outputTokens },
    totalTokens: usage.inputTokens + usage.outputTokens,
    ...{ cachedInputTokens: usage.cachedTokens, reasoningTokens: usage.reasoningTokens },
  },
];
