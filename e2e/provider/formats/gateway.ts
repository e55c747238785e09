import type { ServerResponse } from "node:http";
import { z } from "zod";
import { newId } from "../deltas.ts";
import { type Format, type Incoming, type Received, type Refusal, Refused, type Sink } from "../format.ts";
import type { Delta, Finish, Usage } from "../turn.ts";
import type { Wire } from "../wire.ts";
import { collected, EVENT_STREAM, json, retryHeader } from "./collected.ts";

const request = z.looseObject({
  prompt: z
    .array(
      z.looseObject({
        role: z.enum(["system", "user", "assistant", "tool"]),
        content: z.union([
          z.string(),
          z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
        ]),
      }),
    )
    .min(1),
});

const TYPES: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "forbidden",
  404: "model_not_found",
  424: "failed_dependency",
  429: "rate_limit_exceeded",
};

const FINISHES: Record<Finish, string> = {
  stop: "stop",
  tool_calls: "tool-calls",
  length: "length",
  content_filter: "content-filter",
};

/** The AI Gateway, which uses the AI SDK's own stream format. */
export const gateway: Format = {
  takes: (path) => path === "/v4/ai/language-model",

  read({ body, headers }: Received): Incoming {
    const { prompt } = request.parse(body);
    const model = headers["ai-language-model-id"];
    if (typeof model !== "string") throw new Refused("The header ai-language-model-id is missing");
    return {
      model,
      stream: headers["ai-language-model-streaming"] === "true",
      wants: { usage: true, reasoning: "shown" },
      messages: prompt.map(({ role, content }) => ({
        role,
        text: typeof content === "string" ? content : content.map(({ text = "" }) => text).join("\n"),
      })),
    };
  },

  open: (wire, incoming) => (incoming.stream ? stream(wire, incoming) : whole(wire.response)),
  refuse,
};

/** Sends an error as the gateway does, also for images. */
export function refuse(response: ServerResponse, { status, message, code, retryAfter }: Refusal): void {
  const error = { message, type: code ?? TYPES[status] ?? "internal_server_error", param: null };
  json(response, status, { error, generationId: newId("gen") }, retryHeader(retryAfter));
}

function stream(wire: Wire, { model }: Incoming): Sink {
  wire.head(EVENT_STREAM);
  const part = (body: object) => wire.write(`data: ${JSON.stringify(body)}\n\n`);
  let open:
    | { type: "text" | "reasoning"; id: string }
    | { type: "call"; id: string; name: string; text: string }
    | null = null;
  let blocks = 0;

  const close = () => {
    if (open?.type === "call") {
      const { id, name, text } = open;
      part({ type: "tool-input-end", id });
      part({ type: "tool-call", toolCallId: id, toolName: name, input: text });
    } else if (open) part({ type: `${open.type}-end`, id: open.id });
    open = null;
  };
  const say = (type: "text" | "reasoning", delta: string) => {
    if (open?.type !== type) {
      close();
      open = { type, id: String(blocks++) };
      part({ type: `${type}-start`, id: open.id });
    }
    return part({ type: `${type}-delta`, id: open.id, delta });
  };

  part({ type: "stream-start", warnings: [] });
  part({ type: "response-metadata", id: newId("gen"), modelId: model, timestamp: new Date().toISOString() });
  return {
    write(delta: Delta): boolean {
      if (delta.type === "text" || delta.type === "reasoning") return say(delta.type, delta.text);
      if (delta.type === "raw") return wire.write(`data: ${delta.data}\n\n`);
      if (delta.type === "call") {
        close();
        const { id = newId("call"), name } = delta;
        open = { type: "call", id, name, text: "" };
        return part({ type: "tool-input-start", id, toolName: name });
      }
      if (open?.type !== "call") return true;
      open.text += delta.text;
      return part({ type: "tool-input-delta", id: open.id, delta: delta.text });
    },
    error(message, type = "internal_server_error") {
      part({ type: "error", error: { message, type, statusCode: 503 } });
      wire.end();
    },
    finish(finish, usage) {
      close();
      part({
        type: "finish",
        finishReason: { unified: FINISHES[finish], raw: finish },
        usage: usageOf(usage),
      });
      wire.end("data: [DONE]\n\n");
    },
  };
}

const whole = (response: ServerResponse): Sink =>
  collected(response, {
    refuse,
    body: (blocks, finish, usage) => ({
      content: blocks.map((block) => {
        if (block.type !== "call") return block;
        const { id = newId("call"), name } = block;
        return { type: "tool-call", toolCallId: id, toolName: name, input: block.arguments };
      }),
      finishReason: { unified: FINISHES[finish], raw: finish },
      usage: usageOf(usage),
      warnings: [],
    }),
  });

const usageOf = ({ input, output, cached = 0, reasoning = 0 }: Usage) => ({
  inputTokens: { total: input, noCache: input - cached, cacheRead: cached },
  outputTokens: { total: output, text: output - reasoning, reasoning },
});
