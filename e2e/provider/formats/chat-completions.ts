import type { ServerResponse } from "node:http";
import { z } from "zod";
import type { Format, Incoming, Sink } from "../format.ts";
import type { Delta, Usage } from "../turn.ts";

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

/** OpenAI's chat completions, streamed and whole. */
export const chatCompletions: Format = {
  path: "/v1/chat/completions",

  read(body): Incoming {
    const { model, messages, stream, stream_options } = request.parse(body);
    return {
      model,
      stream: stream ?? false,
      includeUsage: stream_options?.include_usage ?? false,
      messages: messages.map(({ role, content }) => ({ role, text: content })),
    };
  },

  open: (response, incoming) => (incoming.stream ? stream(response, incoming) : whole(response, incoming)),

  refuse(response, { status, message, code = CODES[status] ?? null, retryAfter }) {
    response.writeHead(status, {
      "content-type": "application/json",
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    });
    response.end(JSON.stringify({ error: { message, type: errorType(status), param: null, code } }));
  },
};

function stream(response: ServerResponse, { model, includeUsage }: Incoming): Sink {
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
  });
  // All chunks but their deltas are alike, so that part is written out once: this runs once a token.
  const head = `data: ${JSON.stringify({ ...envelope(model), object: "chat.completion.chunk" }).slice(0, -1)},`;
  const tail = includeUsage ? ',"usage":null}\n\n' : "}\n\n";
  const chunk = (delta: string, finish: string | null = null) =>
    response.write(
      `${head}"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${JSON.stringify(finish)}}]${tail}`,
    );
  chunk('{"role":"assistant","content":""}');
  return {
    write: (delta) =>
      delta.type === "raw" ? response.write(`data: ${delta.data}\n\n`) : chunk(encode(delta)),
    error(message, code = "server_error") {
      const error = { message, type: "server_error", param: null, code };
      response.end(`data: ${JSON.stringify({ error })}\n\n`);
    },
    finish(reason, usage) {
      chunk("{}", reason);
      if (includeUsage) response.write(`${head}"choices":[],"usage":${JSON.stringify(usageOf(usage))}}\n\n`);
      response.end("data: [DONE]\n\n");
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
      const { index, id, name } = delta;
      return JSON.stringify({
        tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }],
      });
    }
    case "arguments":
      return JSON.stringify({ tool_calls: [{ index: delta.index, function: { arguments: delta.text } }] });
  }
}

function whole(response: ServerResponse, { model }: Incoming): Sink {
  const text = { text: "", reasoning: "" };
  const calls: { id: string; type: "function"; function: { name: string; arguments: string } }[] = [];
  return {
    write(delta) {
      if (delta.type === "text" || delta.type === "reasoning") text[delta.type] += delta.text;
      if (delta.type === "call") {
        calls[delta.index] = {
          id: delta.id,
          type: "function",
          function: { name: delta.name, arguments: "" },
        };
      }
      const call = delta.type === "arguments" ? calls[delta.index] : undefined;
      if (call && delta.type === "arguments") call.function.arguments += delta.text;
      return true;
    },
    error: (message, code) => chatCompletions.refuse(response, { status: 500, message, code }),
    finish(reason, usage) {
      const message = {
        role: "assistant",
        content: text.text || null,
        ...(text.reasoning && { reasoning_content: text.reasoning }),
        ...(calls.length > 0 && { tool_calls: calls }),
      };
      const choices = [{ index: 0, message, logprobs: null, finish_reason: reason }];
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ ...envelope(model), object: "chat.completion", choices, usage: usageOf(usage) }),
      );
    },
  };
}

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
