import type { FinishReason, ModelMessage } from "ai";
import { jsonSchema, type ToolSet } from "ai";
import { z } from "zod";
import { OPENCODE_MODEL } from "./model";

/* The part of OpenAI's chat completions API that OpenCode uses. */

const textPart = z.looseObject({ type: z.literal("text"), text: z.string() });
const otherPart = z.looseObject({ type: z.string() });
const content = z
  .union([z.string(), z.array(z.union([textPart, otherPart])), z.null()])
  .optional()
  .transform((value) => {
    if (typeof value === "string") return value;
    const strings = (value ?? []).map(
      (part) => textPart.safeParse(part).data?.text ?? "(This content cannot be shown.)",
    );
    return strings.join("\n");
  });

const message = z.discriminatedUnion("role", [
  z.object({ role: z.literal(["system", "developer"]), content }),
  z.object({ role: z.literal("user"), content }),
  z.object({
    role: z.literal("assistant"),
    content,
    tool_calls: z
      .array(
        z.object({
          id: z.string(),
          function: z.object({ name: z.string(), arguments: z.string() }),
        }),
      )
      .nullish(),
  }),
  z.object({ role: z.literal("tool"), tool_call_id: z.string(), content }),
]);

const tool = z.looseObject({
  type: z.literal("function"),
  function: z.looseObject({
    name: z.string(),
    description: z.string().default(""),
    parameters: z.record(z.string(), z.unknown()).default({ type: "object" }),
  }),
});

export const chatRequest = z.looseObject({
  model: z.literal(OPENCODE_MODEL, "There is no such model here"),
  stream: z.literal(true, "Answers are streamed here"),
  messages: z.array(message).min(1).max(2_000),
  tools: z.array(tool).max(100).default([]),
  max_tokens: z.int().positive().optional(),
});
export type ChatRequest = z.infer<typeof chatRequest>;
type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;

export type Prompt = {
  system: string;
  messages: ModelMessage[];
  tools: ToolSet;
  results: ReadonlyMap<string, string>;
};

type PromptSources = {
  mayOffer(name: string): boolean;
  /** Earlier answers of the model with their provider metadata, by the id of their first call. */
  earlierAnswers: ReadonlyMap<string, AssistantMessage>;
  refused: ReadonlyMap<string, string>;
};

export function toPrompt(
  { messages, tools }: ChatRequest,
  { mayOffer, earlierAnswers, refused }: PromptSources,
): Prompt {
  const names = new Map<string, string>();
  const results = new Map<string, string>();
  const system: string[] = [];
  const all: ModelMessage[] = [];
  for (const one of messages) {
    if (one.role !== "user" && one.role !== "assistant" && one.role !== "tool") system.push(one.content);
    else if (one.role === "user") all.push({ role: "user", content: one.content });
    else if (one.role === "assistant") {
      const answer = earlierAnswers.get(one.tool_calls?.[0]?.id ?? "") ?? answered(one);
      for (const part of partsOf(answer))
        if (part.type === "tool-call") names.set(part.toolCallId, part.toolName);
      if (partsOf(answer).length > 0) all.push(answer);
    } else {
      const { tool_call_id: toolCallId } = one;
      const value = refused.get(toolCallId) ?? one.content;
      results.set(toolCallId, value);
      const toolName = names.get(toolCallId);
      if (toolName === undefined) continue;
      const result = {
        type: "tool-result" as const,
        toolCallId,
        toolName,
        output: { type: "text" as const, value },
      };
      const last = all.at(-1);
      if (last?.role === "tool") last.content.push(result);
      else all.push({ role: "tool", content: [result] });
    }
  }
  const offered = tools.filter(({ function: { name } }) => mayOffer(name));
  return {
    ...{ system: system.join("\n\n"), messages: all, results },
    tools: Object.fromEntries(
      offered.map(({ function: { name, description, parameters } }) => [
        name,
        { description, inputSchema: jsonSchema(parameters) },
      ]),
    ),
  };
}

const partsOf = ({ content }: AssistantMessage) =>
  typeof content === "string" ? [{ type: "text" as const, text: content }] : content;

function answered({
  content: text,
  tool_calls: calls,
}: Extract<ChatRequest["messages"][number], { role: "assistant" }>): AssistantMessage {
  return {
    role: "assistant",
    content: [
      ...(text.trim() === "" ? [] : [{ type: "text" as const, text }]),
      ...(calls ?? []).map(({ id, function: { name, arguments: input } }) => ({
        ...{ type: "tool-call" as const, toolCallId: id, toolName: name },
        input: parsed(input),
      })),
    ],
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return {};
  }
}

export class OpenCodeAnswer {
  private readonly write: (line: string) => void;
  private calls = 0;

  constructor(write: (line: string) => void) {
    this.write = write;
    this.chunk({ role: "assistant" });
  }

  text(content: string): void {
    this.chunk({ content });
  }

  call(id: string, name: string, input: string): void {
    const one = { index: this.calls++, id, type: "function", function: { name, arguments: input } };
    this.chunk({ tool_calls: [one] });
  }

  end(reason: FinishReason, used: { inputTokens: number; outputTokens: number }): void {
    this.chunk({}, REASONS[reason] ?? "stop");
    const { inputTokens: prompt_tokens, outputTokens: completion_tokens } = used;
    const usage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
    this.send({ choices: [], usage });
    this.write("data: [DONE]\n\n");
  }

  private chunk(delta: object, finish: string | null = null): void {
    this.send({ choices: [{ index: 0, delta, finish_reason: finish }] });
  }

  private send(rest: object): void {
    const whole = {
      id: "answer",
      object: "chat.completion.chunk",
      created: 0,
      model: OPENCODE_MODEL,
      ...rest,
    };
    this.write(`data: ${JSON.stringify(whole)}\n\n`);
  }
}

const REASONS: Partial<Record<FinishReason, string>> = {
  "tool-calls": "tool_calls",
  length: "length",
  "content-filter": "content_filter",
};
