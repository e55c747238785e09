import type { ServerResponse } from "node:http";
import { z } from "zod";
import { newId } from "../deltas.ts";
import type { Format, Incoming, Refusal, Sink } from "../format.ts";
import type { Delta, Finish, Usage } from "../turn.ts";
import type { Wire } from "../wire.ts";
import { type Block, blocksOf, checkMessages, message } from "./anthropic-messages.ts";
import { collected, EVENT_STREAM, json, parsed, retryHeader } from "./collected.ts";
import { sign } from "./signature.ts";

const request = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  messages: z.array(message).min(1),
  stream: z.boolean().nullish(),
  thinking: z.looseObject({ type: z.string(), display: z.string().nullish() }).nullish(),
});

const ERRORS: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

const STOPS: Record<Finish, string> = {
  stop: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
  content_filter: "refusal",
};

export const anthropic: Format = {
  takes: (path) => path === "/v1/messages",

  read({ body }): Incoming {
    const { model, messages, stream, thinking } = request.parse(body);
    checkMessages(messages, JSON.stringify(body));
    return {
      model,
      stream: stream ?? false,
      wants: { usage: true, reasoning: reasoningOf(thinking) },
      messages: messages.flatMap(({ role, content }) => {
        const blocks = blocksOf(content);
        const texts = blocks.flatMap(({ type, text }) => (type === "text" && text ? [text] : []));
        if (role !== "user") return [{ role, text: texts.join("\n") }];
        // Tool results are in the user's message, next to its text. Consecutive user messages are merged into
        // one.
        const results = blocks.filter(({ type }) => type === "tool_result");
        return [
          ...(results.length > 0 ? [{ role: "tool", text: JSON.stringify(results) }] : []),
          ...texts.map((text) => ({ role, text })),
        ];
      }),
    };
  },

  open: (wire, incoming) => (incoming.stream ? stream(wire, incoming) : whole(wire.response, incoming)),
  refuse,
};

function refuse(response: ServerResponse, { status, message, code, retryAfter }: Refusal): void {
  const type = code ?? ERRORS[status] ?? "api_error";
  const body = { type: "error", error: { type, message }, request_id: newId("req") };
  json(response, status, body, retryHeader(retryAfter));
}

function stream(wire: Wire, { model, wants }: Incoming): Sink {
  wire.head(EVENT_STREAM);
  const event = (type: string, rest: object) =>
    wire.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`);
  let open: "text" | "reasoning" | "call" | null = null;
  let index = -1;
  let thought = "";

  const close = () => {
    if (!open) return;
    if (open === "reasoning") change({ type: "signature_delta", signature: sign(thought) });
    event("content_block_stop", { index });
    open = null;
  };
  const begin = (kind: NonNullable<typeof open>, content_block: object) => {
    close();
    open = kind;
    index++;
    thought = "";
    event("content_block_start", { index, content_block });
  };
  const change = (delta: object) => event("content_block_delta", { index, delta });

  event("message_start", {
    message: { ...envelope(model), content: [], stop_reason: null, stop_sequence: null, usage: START_USAGE },
  });
  event("ping", {});
  return {
    write(delta: Delta): boolean {
      switch (delta.type) {
        case "text":
          if (open !== "text") begin("text", { type: "text", text: "" });
          return change({ type: "text_delta", text: delta.text });
        case "reasoning":
          if (wants.reasoning === "none") return true;
          if (open !== "reasoning") begin("reasoning", { type: "thinking", thinking: "", signature: "" });
          if (wants.reasoning === "hidden") return true;
          thought += delta.text;
          return change({ type: "thinking_delta", thinking: delta.text });
        case "call": {
          const { id = newId("toolu"), name } = delta;
          begin("call", { type: "tool_use", id, name, input: {} });
          return change({ type: "input_json_delta", partial_json: "" });
        }
        case "arguments":
          return change({ type: "input_json_delta", partial_json: delta.text });
        case "raw":
          return wire.write(`event: content_block_delta\ndata: ${delta.data}\n\n`);
      }
    },
    error(message, type = "overloaded_error") {
      event("error", { error: { type, message }, request_id: newId("req") });
      wire.end();
    },
    finish(finish, usage) {
      close();
      const delta = { stop_reason: STOPS[finish], stop_sequence: null };
      event("message_delta", { delta, usage: usageOf(usage) });
      event("message_stop", {});
      wire.end();
    },
  };
}

const whole = (response: ServerResponse, { model, wants }: Incoming): Sink =>
  collected(response, {
    refuse,
    body: (blocks, finish, usage) => ({
      ...envelope(model),
      content: blocks.flatMap((block): Block[] => {
        if (block.type === "text") return [{ type: "text", text: block.text }];
        if (block.type === "call") {
          const { id = newId("toolu"), name } = block;
          return [{ type: "tool_use", id, name, input: parsed(block.arguments) ?? {} }];
        }
        const thinking = wants.reasoning === "shown" ? block.text : "";
        return wants.reasoning === "none" ? [] : [{ type: "thinking", thinking, signature: sign(thinking) }];
      }),
      stop_reason: STOPS[finish],
      stop_sequence: null,
      usage: usageOf(usage),
    }),
  });

/**
 * Returns the reasoning that the request asks for. Newer models reason by default, but return their reasoning only
 * on request.
 */
function reasoningOf(thinking: z.infer<typeof request>["thinking"]): Incoming["wants"]["reasoning"] {
  if (!thinking || thinking.type === "disabled") return "none";
  return thinking.type === "enabled" || thinking.display === "summarized" ? "shown" : "hidden";
}

const envelope = (model: string) => ({ id: newId("msg"), type: "message", role: "assistant", model });

const START_USAGE = {
  input_tokens: 1,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 1,
  service_tier: "standard",
};

const usageOf = ({ input, output, cached = 0, reasoning }: Usage) => ({
  input_tokens: input - cached,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: cached,
  output_tokens: output,
  ...(reasoning === undefined ? {} : { output_tokens_details: { thinking_tokens: reasoning } }),
});
