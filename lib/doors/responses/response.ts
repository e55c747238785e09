import type { FunctionCall } from "@/lib/doors/programs/asks";
import { itemId, responseId } from "@/lib/doors/programs/ids";
import type { Text } from "@/lib/doors/programs/shown";
import type { Output, TextDelta } from "@/lib/doors/programs/turn";
import type { StoredResponse } from "@/lib/store/loop/responses";

/** Translates a response into the format of the Responses API. */

const textContent = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] });

type ItemStatus = "in_progress" | "completed";

const messageItem = ({ id }: StoredResponse, { part, text }: Text, status: ItemStatus = "completed") => ({
  ...{ id: itemId("message", id, part), type: "message", status, role: "assistant" },
  content: status === "completed" ? [textContent(text)] : [],
});

const callItem = (
  { id }: StoredResponse,
  { part, name, arguments: given }: FunctionCall,
  status: ItemStatus = "completed",
) => ({
  ...{ id: itemId("callItem", id, part), type: "function_call", status },
  ...{ call_id: itemId("call", id, part), name },
  arguments: status === "completed" ? given : "",
});

export function responseObject(response: StoredResponse, output: Output) {
  const { status, why, usage, texts, calls, endedAt } = output;
  const { request, conversationId, createdAt } = response;
  const isOver = status !== "in_progress";
  return {
    ...{ id: responseId(response.id), object: "response", created_at: createdAt, status },
    completed_at: status === "completed" ? endedAt : null,
    error: status === "failed" && why ? { code: why.code, message: why.message } : null,
    incomplete_details: status === "incomplete" && why ? { reason: why.code, message: why.message } : null,
    ...{ ...request.echo, model: request.model },
    conversation: { id: conversationId },
    output: isOver
      ? [...texts.map((one) => messageItem(response, one)), ...calls.map((one) => callItem(response, one))]
      : [],
    ...{ parallel_tool_calls: true, truncation: "disabled", service_tier: "default" },
    ...{ temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0, top_logprobs: 0 },
    ...{ max_output_tokens: null, max_tool_calls: null, reasoning: { effort: null, summary: null } },
    ...{ text: { format: { type: "text" }, verbosity: "medium" } },
    ...{ user: null, safety_identifier: null, prompt_cache_key: null },
    usage: isOver
      ? {
          input_tokens: usage.inputTokens,
          input_tokens_details: { cached_tokens: usage.cachedTokens },
          output_tokens: usage.outputTokens,
          output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
          total_tokens: usage.inputTokens + usage.outputTokens,
        }
      : null,
  };
}

type ResponseEvent = { type: string } & Record<string, unknown>;

/** The events of a response, in the order of the Responses API. `read` returns the stored output. */
export async function* responseEvents(
  response: StoredResponse,
  live: AsyncIterable<TextDelta>,
  read: () => Promise<Output>,
): AsyncGenerator<ResponseEvent, void> {
  const before = responseObject(response, { ...(await read()), status: "in_progress" });
  yield { type: "response.created", response: before };
  yield { type: "response.in_progress", response: before };
  const items = new Items(response);
  for await (const delta of live) yield* items.write(delta);
  const output = await read();
  yield* items.finish(output);
  const texts = items.inOrder(output.texts);
  yield { type: `response.${ENDS[output.status]}`, response: responseObject(response, { ...output, texts }) };
}

const ENDS = {
  completed: "completed",
  failed: "failed",
  incomplete: "incomplete",
  in_progress: "incomplete",
};

/** Writes the events of the items of one response. Only one message is open at a time. */
class Items {
  private readonly response: StoredResponse;
  private readonly written = new Map<number, string>();
  private open: { part: number; index: number } | undefined;
  private next = 0;

  constructor(response: StoredResponse) {
    this.response = response;
  }

  *write({ part, delta }: TextDelta): Generator<ResponseEvent> {
    if (this.open?.part !== part) {
      yield* this.close();
      yield* this.begin(part);
    }
    this.written.set(part, (this.written.get(part) ?? "") + delta);
    yield { type: "response.output_text.delta", ...this.place(), delta, logprobs: [] };
  }

  /** Writes what `write` has not written of the stored output, and the calls. */
  *finish({ texts, calls }: Output): Generator<ResponseEvent> {
    for (const { part, text } of texts) {
      const rest = text.slice(this.written.get(part)?.length ?? 0);
      if (rest) yield* this.write({ part, delta: rest });
    }
    yield* this.close();
    for (const call of calls) yield* this.call(call);
  }

  /** Returns the texts in the order in which they were written. */
  inOrder(texts: readonly Text[]): Text[] {
    const order = [...this.written.keys()];
    return [...texts].sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part));
  }

  private place() {
    const { part = 0, index = 0 } = this.open ?? {};
    return { item_id: itemId("message", this.response.id, part), output_index: index, content_index: 0 };
  }

  private *begin(part: number): Generator<ResponseEvent> {
    this.open = { part, index: this.next++ };
    const item = messageItem(this.response, { part, text: "" }, "in_progress");
    yield { type: "response.output_item.added", output_index: this.open.index, item };
    yield { type: "response.content_part.added", ...this.place(), part: textContent("") };
  }

  private *close(): Generator<ResponseEvent> {
    if (!this.open) return;
    const { part, index } = this.open;
    const text = this.written.get(part) ?? "";
    yield { type: "response.output_text.done", ...this.place(), text, logprobs: [] };
    yield { type: "response.content_part.done", ...this.place(), part: textContent(text) };
    const item = messageItem(this.response, { part, text });
    yield { type: "response.output_item.done", output_index: index, item };
    this.open = undefined;
  }

  private *call(call: FunctionCall): Generator<ResponseEvent> {
    const output_index = this.next++;
    const [empty, item] = [callItem(this.response, call, "in_progress"), callItem(this.response, call)];
    const place = { item_id: item.id, output_index };
    const { name, arguments: given } = call;
    yield { type: "response.output_item.added", output_index, item: empty };
    yield { type: "response.function_call_arguments.delta", ...place, delta: given };
    yield { type: "response.function_call_arguments.done", ...place, name, arguments: given };
    yield { type: "response.output_item.done", output_index, item };
  }
}
