import type { ServerResponse } from "node:http";
import { z } from "zod";
import { newId } from "../deltas.ts";
import type { Format, Incoming, Sink } from "../format.ts";
import type { Finish, Usage } from "../turn.ts";
import type { Wire } from "../wire.ts";
import { refuse } from "./chat-completions.ts";
import { collected, EVENT_STREAM } from "./collected.ts";
import { checkInput, item, messagesOf } from "./responses-input.ts";
import { callItem, type Item, messageItem, reasoningItem, textPart } from "./responses-items.ts";

const request = z.looseObject({
  model: z.string().min(1),
  input: z.array(item).min(1),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  include: z.array(z.string()).nullish(),
  reasoning: z.looseObject({ summary: z.string().nullish() }).nullish(),
});

export const responses: Format = {
  takes: (path) => path === "/v1/responses",

  read({ body }): Incoming {
    const { model, input, stream, store, include, reasoning } = request.parse(body);
    checkInput(input, store ?? true);
    return {
      model,
      stream: stream ?? false,
      wants: {
        usage: true,
        reasoning: reasoning?.summary ? "shown" : "hidden",
        encryptedReasoning: include?.includes("reasoning.encrypted_content"),
      },
      messages: messagesOf(input),
    };
  },

  open: (wire, incoming) => (incoming.stream ? new Stream(wire, incoming) : whole(wire.response, incoming)),
  refuse,
};

class Stream implements Sink {
  private readonly wire: Wire;
  private readonly incoming: Incoming;
  private readonly response;
  private readonly output: Item[] = [];
  private open: Item | null = null;
  private sequence = 0;

  constructor(wire: Wire, incoming: Incoming) {
    this.wire = wire;
    this.incoming = incoming;
    this.response = envelope(incoming.model);
    wire.head(EVENT_STREAM);
    const response = { ...this.response, status: "in_progress", output: [], usage: null };
    this.event("response.created", { response });
    this.event("response.in_progress", { response });
  }

  write(delta: Parameters<Sink["write"]>[0]): boolean {
    switch (delta.type) {
      case "raw":
        return this.wire.write(`data: ${delta.data}\n\n`);
      case "reasoning": {
        const reasoning = this.item("reasoning", () => reasoningItem());
        if (this.incoming.wants.reasoning !== "shown") return true;
        if (reasoning.text === "")
          this.event("response.reasoning_summary_part.added", summary("", reasoning));
        reasoning.text += delta.text;
        return this.change("response.reasoning_summary_text.delta", { summary_index: 0, delta: delta.text });
      }
      case "text": {
        const isNew = this.open?.type !== "message";
        const message = this.item("message", () => messageItem());
        if (isNew) this.change("response.content_part.added", { content_index: 0, part: textPart("") });
        message.text += delta.text;
        return this.change("response.output_text.delta", {
          content_index: 0,
          delta: delta.text,
          logprobs: [],
        });
      }
      case "call":
        this.close();
        this.item("function_call", () => callItem(delta.name, delta.id ?? newId("call")));
        return true;
      case "arguments":
        if (this.open) this.open.text += delta.text;
        return this.change("response.function_call_arguments.delta", { delta: delta.text });
    }
  }

  /** Sends an error: as a separate event before any output, otherwise as a failed end of the response. */
  error(message: string, code = "server_error"): void {
    const { response, output } = this;
    if (output.length === 0) this.event("error", { code, message, param: null });
    else {
      const error = { code, message };
      this.event("response.failed", { response: { ...response, status: "failed", error, output: [] } });
    }
    this.wire.end();
  }

  finish(finish: Finish, usage: Usage): void {
    this.close();
    const type = REASONS[finish] ? "response.incomplete" : "response.completed";
    this.event(type, {
      response: { ...this.response, ...ending(this.output, finish, usage, this.incoming) },
    });
    this.wire.end();
  }

  private item(type: Item["type"], make: () => Item): Item {
    if (this.open?.type === type) return this.open;
    this.close();
    this.open = make();
    this.output.push(this.open);
    const item = this.open.body("in_progress", this.incoming.wants);
    this.event("response.output_item.added", { output_index: this.output.length - 1, item });
    return this.open;
  }

  private close(): void {
    const { open } = this;
    if (!open) return;
    const { text } = open;
    if (open.type === "message") {
      this.change("response.output_text.done", { content_index: 0, text, logprobs: [] });
      this.change("response.content_part.done", { content_index: 0, part: textPart(text) });
    } else if (open.type === "function_call") {
      this.change("response.function_call_arguments.done", { arguments: text });
    } else if (text) {
      this.change("response.reasoning_summary_text.done", { summary_index: 0, text });
      this.event("response.reasoning_summary_part.done", summary(text, open));
    }
    const item = open.body("completed", this.incoming.wants);
    this.event("response.output_item.done", { output_index: this.output.length - 1, item });
    this.open = null;
  }

  private change(type: string, rest: object): boolean {
    return this.event(type, { item_id: this.open?.id, output_index: this.output.length - 1, ...rest });
  }

  private event(type: string, rest: object): boolean {
    const data = { type, sequence_number: this.sequence++, ...rest };
    return this.wire.write(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}

const whole = (response: ServerResponse, incoming: Incoming): Sink =>
  collected(response, {
    refuse,
    body(blocks, finish, usage) {
      const items = blocks.map((block): Item => {
        if (block.type === "call") {
          const call = callItem(block.name, block.id ?? newId("call"));
          return Object.assign(call, { text: block.arguments });
        }
        const shown = block.type === "text" || incoming.wants.reasoning === "shown" ? block.text : "";
        return Object.assign(block.type === "text" ? messageItem() : reasoningItem(), { text: shown });
      });
      return { ...envelope(incoming.model), ...ending(items, finish, usage, incoming) };
    },
  });

const summary = (text: string, { id }: Item) => ({
  item_id: id,
  output_index: 0,
  summary_index: 0,
  part: { type: "summary_text", text },
});

const envelope = (model: string) => ({
  id: newId("resp"),
  object: "response",
  created_at: Math.floor(Date.now() / 1000),
  model,
  error: null,
  incomplete_details: null,
  service_tier: "default",
});

const REASONS: Partial<Record<Finish, string>> = {
  length: "max_output_tokens",
  content_filter: "content_filter",
};

function ending(
  items: Item[],
  finish: Finish,
  { input, output, cached = 0, reasoning = 0 }: Usage,
  { wants }: Incoming,
) {
  const reason = REASONS[finish];
  return {
    status: reason ? "incomplete" : "completed",
    incomplete_details: reason ? { reason } : null,
    output: items.map((each) => each.body("completed", wants)),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: input + output,
    },
  };
}
