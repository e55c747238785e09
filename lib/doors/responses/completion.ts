import type { FunctionCall } from "@/lib/doors/programs/asks";
import { RequestError } from "@/lib/doors/programs/errors";
import { itemId } from "@/lib/doors/programs/ids";
import type { Output, TextDelta } from "@/lib/doors/programs/turn";
import type { StoredResponse } from "@/lib/store/loop/responses";

/** Translates a response into the format of the Chat Completions API. */

const common = ({ id, createdAt, request }: StoredResponse, object: string) => ({
  ...{ id: `chatcmpl-${id.replaceAll("-", "")}`, object, created: createdAt },
  ...{ model: request.model, service_tier: "default" },
});

const SEPARATOR = "\n\n";

const toolCall = ({ id }: StoredResponse, { part, name, arguments: given }: FunctionCall) => ({
  ...{ id: itemId("call", id, part), type: "function", function: { name, arguments: given } },
});

export function completionObject(response: StoredResponse, output: Output) {
  assertAnswered(output);
  const { texts, calls } = output;
  const content = texts.map(({ text }) => text).join(SEPARATOR);
  const tool_calls = calls.map((call) => toolCall(response, call));
  return {
    ...common(response, "chat.completion"),
    choices: [
      {
        index: 0,
        message: {
          ...{ role: "assistant", content: content || null, refusal: null, annotations: [] },
          ...(tool_calls.length > 0 && { tool_calls }),
        },
        ...{ logprobs: null, finish_reason: finishReason(output) },
      },
    ],
    usage: usageOf(output),
  };
}

function finishReason({ calls, status, why }: Output): string {
  if (calls.length > 0) return "tool_calls";
  if (status !== "incomplete") return "stop";
  return why?.code === "content_filter" ? "content_filter" : "length";
}

const usageOf = ({ usage }: Output) => ({
  ...{ prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens },
  total_tokens: usage.inputTokens + usage.outputTokens,
  prompt_tokens_details: { cached_tokens: usage.cachedTokens },
  completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
});

/** Chat completions have no failed state, so a run that fails is an error of the request. */
function assertAnswered({ status, why }: Output): void {
  if (status !== "failed" || !why) return;
  const isBudget = why.code.startsWith("budget_");
  throw new RequestError(why.message, {
    ...{
      status: isBudget ? 429 : 500,
      type: isBudget ? "insufficient_quota" : "model_error",
      code: why.code,
    },
  });
}

type Chunk = Record<string, unknown>;

/** The chunks of a completion. `read` returns the stored output. */
export async function* completionChunks(
  response: StoredResponse,
  live: AsyncIterable<TextDelta>,
  read: () => Promise<Output>,
  hasUsage: boolean,
): AsyncGenerator<Chunk, void> {
  const chunk = (delta: object, finish_reason: string | null = null): Chunk => ({
    ...common(response, "chat.completion.chunk"),
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    ...(hasUsage && { usage: null }),
  });
  yield chunk({ role: "assistant", content: "", refusal: null });
  const written = new Map<number, number>();
  const content = ({ part, delta }: TextDelta): Chunk => {
    const isNew = !written.has(part) && written.size > 0;
    written.set(part, (written.get(part) ?? 0) + delta.length);
    return chunk({ content: (isNew ? SEPARATOR : "") + delta });
  };
  for await (const delta of live) yield content(delta);
  const output = await read();
  for (const { part, text } of output.texts) {
    const rest = text.slice(written.get(part) ?? 0);
    if (rest) yield content({ part, delta: rest });
  }
  assertAnswered(output);
  for (const [index, call] of output.calls.entries())
    yield chunk({ tool_calls: [{ index, ...toolCall(response, call) }] });
  yield chunk({}, finishReason(output));
  if (hasUsage) yield { ...common(response, "chat.completion.chunk"), choices: [], usage: usageOf(output) };
}
