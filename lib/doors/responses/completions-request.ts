import { z } from "zod";
import { allowedTools, clientTools, functionFields, handlesAsks } from "@/lib/doors/programs/client-tools";
import { content, paramOf, plainText, text } from "@/lib/doors/programs/content";
import { invalidValue, unsupported } from "@/lib/doors/programs/errors";
import { isPlainText, metadata, only, parsed, withoutUnused } from "@/lib/doors/programs/parse";
import type { Item, Wanted } from "@/lib/doors/programs/wanted";
import { maxTokens, messageItem, NO_HOSTED } from "./responses-request";

/** Parameters that are hints, and those of sampling, which the agent's settings decide. */
const IGNORED = new Set([
  ...["temperature", "top_p", "presence_penalty", "frequency_penalty"],
  ...["user", "safety_identifier", "prompt_cache_key", "prompt_cache_retention", "service_tier"],
  ...["reasoning_effort", "verbosity", "seed", "store"],
]);
const HARMLESS = {
  logprobs: only(false),
  top_logprobs: only(0),
  n: only(1),
  stop: only([]),
  logit_bias: only({}),
  parallel_tool_calls: only(true),
  response_format: isPlainText,
  modalities: only(["text"]),
  audio: only(),
  prediction: only(),
  web_search_options: only(),
  functions: only([]),
  function_call: only("auto", "none"),
};

const MAX_MESSAGES = 5_000;
const callId = z.string().min(1).max(200);

const message = z.discriminatedUnion(
  "role",
  [
    z.object({ role: z.literal("user"), content }),
    z.object({ role: z.enum(["system", "developer"]), content }),
    z.object({
      role: z.literal("assistant"),
      content: content.nullish(),
      tool_calls: z
        .array(
          z.object({
            id: callId,
            type: z.literal("function", NO_HOSTED),
            function: z.object({ name: z.string().min(1).max(64), arguments: text }),
          }),
        )
        .nullish(),
    }),
    z.object({ role: z.literal("tool"), tool_call_id: callId, content }),
  ],
  { error: "The role must be user, assistant, system, developer or tool" },
);

const body = z.strictObject({
  model: z.string().min(1).max(200).optional(),
  messages: z.array(message).min(1, "Send at least one message").max(MAX_MESSAGES),
  tools: z.array(z.unknown()).optional(),
  tool_choice: z.unknown().optional(),
  metadata: metadata.optional(),
  max_tokens: maxTokens.optional(),
  max_completion_tokens: maxTokens.optional(),
  stream: z.boolean().optional(),
  stream_options: z
    .strictObject({ include_usage: z.boolean().nullish(), include_obfuscation: z.boolean().nullish() })
    .optional(),
});

/** Parses the body of `POST /v1/chat/completions`. */
export function completionsRequest(sent: unknown): Wanted {
  const given = parsed(body, withoutUnused(sent, IGNORED, HARMLESS));
  const { model = null, stream: isStream = false } = given;
  if (given.stream_options && !isStream)
    throw invalidValue("stream_options", "stream_options: Only with stream: true.");
  const allowed = allowedTools(given.tool_choice ?? undefined);
  const tools = clientTools((given.tools ?? []).map(toolOf));
  return {
    ...{ model, isStream, previous: null, instructions: "", isStored: true, isBackground: false },
    hasUsage: !isStream || given.stream_options?.include_usage === true,
    items: given.messages.flatMap((one, at) => itemsOf(one, paramOf("messages", at))),
    tools: allowed ? tools.filter(({ name }) => allowed.has(name)) : tools,
    maxOutputTokens: given.max_completion_tokens ?? given.max_tokens ?? null,
    handlesAsks: handlesAsks(given.tools ?? []),
    echo: {},
  };
}

const functionTool = z.object({ type: z.literal("function"), function: functionFields });

function toolOf(tool: unknown, at: number) {
  const { type } = parsed(z.object({ type: z.string() }), tool, ["tools", at]);
  if (type !== "function") throw unsupported(`tools[${at}].type`, `tools[${at}].type: ${NO_HOSTED}`);
  const { function: fields } = parsed(functionTool, tool, ["tools", at]);
  return { fields, param: `tools[${at}].function` };
}

function itemsOf(one: z.output<typeof message>, param: string): Item[] {
  if (one.role === "tool") {
    const output = plainText(one.content, `${param}.content`);
    return [{ kind: "output", callId: one.tool_call_id, output, param, field: "content" }];
  }
  if (one.role !== "assistant") return [messageItem(one.role, one.content, param, null)];
  const calls = (one.tool_calls ?? []).map(
    (call, at): Item => ({
      ...{ kind: "call", callId: call.id, name: call.function.name, arguments: call.function.arguments },
      param: `${param}.tool_calls[${at}]`,
    }),
  );
  const said = one.content ? plainText(one.content, `${param}.content`) : "";
  return [...(said ? [{ kind: "assistant" as const, text: said, id: null, param }] : []), ...calls];
}
