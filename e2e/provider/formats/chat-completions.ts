import type { ServerResponse } from "node:http";
import { z } from "zod";
import { newId } from "../deltas.ts";
import type { Format, Incoming, Refusal, Sink } from "../format.ts";
import type { Delta, Usage } from "../turn.ts";
import type { Wire } from "../wire.ts";
import { collected, EVENT_STREAM, json, retryHeader, textOfType } from "./collected.ts";

const content = z
  .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
  .nullish()
  .transform((parts) =>
    typeof parts === "string" ? parts : (parts ?? []).map(({ text }) => text ?? "").join("\n"),
  );

const request = z.looseObject({
  model: z.string().min(1),
  messages: z.array(z.looseObject({ role: z.string(), content })).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
});

const CODES: Record<number, string> = {
  401: "invalid_api_key",
  404: "model_not_found",
  429: "rate_limit_exceeded",
};

export const chatCompletions: Format = {
  takes: (path) => path === "/v1/chat/completions",

  read({ body }): Incoming {
    const { model, messages, stream, stream_options } = request.parse(body);
    return {
      model,
      stream: stream ?? false,
      wants: { usage: stream_options?.include_usage ?? false },
      messages: messages.map(({ role, content }) => ({ role, text: content })),
    };
  },

  open: (wire, incoming) => (incoming.stream ? stream(wire, incoming) : whole(wire.response, incoming.model)),
  refuse,
};

export function refuse(
  response: ServerResponse,
  { status, message, code = CODES[status], retryAfter }: Refusal,
): void {
  const error = { message, type: errorType(status), param: null, code: code ?? null };
  json(response, status, { error }, retryHeader(retryAfter));
}

function stream(wire: Wire, { model, wants }: Incoming): Sink {
  wire.head(EVENT_STREAM);
  // Chunks differ only in their deltas. The rest is serialized once, because this runs for each token.
  const head = `data: ${JSON.stringify({ ...envelope(model), object: "chat.completion.chunk" }).slice(0, -1)},`;
  const tail = wants.usage ? ',"usage":null}\n\n' : "}\n\n";
  const chunk = (delta: string, finish: string | null = null) =>
    wire.write(
      `${head}"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${JSON.stringify(finish)}}]${tail}`,
    );
  chunk('{"role":"assistant","content":""}');
  return {
    write: (delta) => (delta.type === "raw" ? wire.write(`data: ${delta.data}\n\n`) : chunk(encode(delta))),
    error(message, code = "server_error") {
      const error = { message, type: "server_error", param: null, code };
      wire.end(`data: ${JSON.stringify({ error })}\n\n`);
    },
    finish(reason, usage) {
      chunk("{}", reason);
      if (wants.usage) wire.write(`${head}"choices":[],"usage":${JSON.stringify(usageOf(usage))}}\n\n`);
      wire.end("data: [DONE]\n\n");
    },
  };
}

function encode(delta: Exclude<Delta, { type: "raw" }>): string {
  switch (delta.type) {
    case "text":
      return `{"content":${JSON.stringify(delta.text)}}`;
    case "reasoning":
      return `{"reasoning_content":${JSON.stringify(delta.text)}}`;
    case "call": {
      const { index, id = newId("call"), name } = delta;
      return JSON.stringify({
        tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }],
      });
    }
    case "arguments":
      return JSON.stringify({ tool_calls: [{ index: delta.index, function: { arguments: delta.text } }] });
  }
}

const whole = (response: ServerResponse, model: string): Sink =>
  collected(response, {
    refuse,
    body(blocks, finish_reason, usage) {
      const calls = blocks.flatMap((block) => {
        if (block.type !== "call") return [];
        const { id = newId("call"), name } = block;
        return [{ id, type: "function", function: { name, arguments: block.arguments } }];
      });
      const reasoning = textOfType(blocks, "reasoning");
      const message = {
        role: "assistant",
        content: textOfType(blocks, "text") || null,
        ...(reasoning && { reasoning_content: reasoning }),
        ...(calls.length > 0 && { tool_calls: calls }),
      };
      const choices = [{ index: 0, message, logprobs: null, finish_reason }];
      return { ...envelope(model), object: "chat.completion", choices, usage: usageOf(usage) };
    },
  });

const envelope = (model: string) => ({
  id: `chatcmpl-${crypto.randomUUID()}`,
  created: Math.floor(Date.now() / 1000),
  model,
  system_fingerprint: "fp_script",
});

const usageOf = ({ input, output, cached = 0, reasoning = 0 }: Usage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cached },
  completion_tokens_details: { reasoning_tokens: reasoning },
});

const errorType = (status: number) =>
  status === 429 ? "rate_limit_error" : status >= 500 ? "server_error" : "invalid_request_error";
