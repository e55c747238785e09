import { z } from "zod";
import { allowedTools, clientTools, functionFields, handlesAsks } from "@/lib/doors/programs/client-tools";
import { content, paramOf, plainText, text, userParts } from "@/lib/doors/programs/content";
import { RequestError, unsupported } from "@/lib/doors/programs/errors";
import { isPlainText, metadata, only, parsed, withoutUnused } from "@/lib/doors/programs/parse";
import type { Item, Wanted } from "@/lib/doors/programs/wanted";

/**
 * Parameters that are hints, or whose values the response reports: it says that the temperature was 1, because the agent's
 * settings decide how its model samples.
 */
const IGNORED = new Set([
  ...["temperature", "top_p", "presence_penalty", "frequency_penalty"],
  ...["user", "safety_identifier", "prompt_cache_key", "prompt_cache_retention", "service_tier"],
  ...["include", "reasoning", "truncation", "stream_options"],
]);
const HARMLESS = {
  top_logprobs: only(0),
  max_tool_calls: only(),
  parallel_tool_calls: only(true),
  text: isPlainText,
  conversation: only(),
  prompt: only(),
  context_management: only([]),
};

const MAX_ITEMS = 5_000;
export const maxTokens = z.int().min(1).max(10_000_000);
const id = z.string().max(200);
const callId = z.string().min(1).max(200);

const item = z.discriminatedUnion(
  "type",
  [
    z.object({
      type: z.literal("message"),
      role: z.enum(["user", "assistant", "system", "developer"]),
      content,
      id: id.nullish(),
    }),
    z.object({
      type: z.literal("function_call"),
      call_id: callId,
      name: z.string().min(1).max(64),
      arguments: text,
    }),
    z.object({ type: z.literal("function_call_output"), call_id: callId, output: content }),
    z.object({ type: z.literal("item_reference"), id }),
    z.object({ type: z.literal("reasoning") }),
  ],
  { error: "Send items of type message, function_call, function_call_output or item_reference" },
);

const body = z.strictObject({
  model: z.string().min(1).max(200).optional(),
  input: z.union([text, z.array(z.unknown()).max(MAX_ITEMS)]).optional(),
  instructions: text.optional(),
  previous_response_id: id.optional(),
  tools: z.array(z.unknown()).optional(),
  tool_choice: z.unknown().optional(),
  metadata: metadata.optional(),
  stream: z.boolean().optional(),
  store: z.boolean().optional(),
  background: z.boolean().optional(),
  max_output_tokens: maxTokens.optional(),
});

/** Parses the body of `POST /v1/responses`. */
export function responsesRequest(sent: unknown): Wanted {
  const given = parsed(body, withoutUnused(sent, IGNORED, HARMLESS));
  const { model = null, input, instructions = "", previous_response_id: previous = null } = given;
  const { stream: isStream = false, store: isStored = true, background: isBackground = false } = given;
  if (isBackground && !isStored)
    throw new RequestError("background: A response that is not stored cannot run in the background.", {
      ...{ param: "background", code: "invalid_value" },
    });
  const allowed = allowedTools(given.tool_choice ?? undefined);
  const declared = (given.tools ?? []).map(toolOf);
  const tools = clientTools(declared);
  return {
    ...{ model, previous, instructions, isStream, isStored, isBackground, hasUsage: true },
    items: itemsOf(input),
    tools: allowed ? tools.filter(({ name }) => allowed.has(name)) : tools,
    maxOutputTokens: given.max_output_tokens ?? null,
    handlesAsks: handlesAsks(given.tools ?? []),
    echo: {
      ...{ previous_response_id: previous, instructions: instructions || null },
      ...{
        tools: declared.map(({ fields }) => repeatedTool(fields)),
        tool_choice: choiceOf(given.tool_choice),
      },
      ...{ metadata: given.metadata ?? {}, store: isStored, background: isBackground },
      max_output_tokens: given.max_output_tokens ?? null,
    },
  };
}

const functionTool = functionFields.extend({
  type: z.literal("function"),
  strict: z.boolean().nullish(),
});

/** A response repeats all fields of a tool, and of a choice. */
const repeatedTool = ({ name, description, parameters, strict }: z.output<typeof functionTool>) => ({
  ...{ type: "function", name, description: description ?? null },
  ...{ parameters: parameters ?? null, strict: strict ?? null },
});

const choiceOf = (choice: unknown): unknown =>
  typeof choice === "object" && choice !== null ? { mode: "auto", ...choice } : (choice ?? "auto");

function toolOf(tool: unknown, at: number) {
  const { type } = parsed(z.object({ type: z.string() }), tool, ["tools", at]);
  if (type !== "function") throw unsupported(`tools[${at}].type`, `tools[${at}].type: ${NO_HOSTED}`);
  return { fields: parsed(functionTool, tool, ["tools", at]), param: `tools[${at}]` };
}

export const NO_HOSTED = "Only function tools are supported. The agent has its own tools.";

function itemsOf(input: string | unknown[] | undefined): Item[] {
  if (input === undefined) return [];
  if (typeof input === "string") return [{ kind: "user", parts: userParts(input, "input"), param: "input" }];
  return input.flatMap((sent, at): Item[] => {
    const param = paramOf("input", at);
    const one = parsed(item, withType(sent), ["input", at]);
    switch (one.type) {
      case "function_call":
        return [{ kind: "call", callId: one.call_id, name: one.name, arguments: one.arguments, param }];
      case "function_call_output":
        return [
          {
            ...{ kind: "output", callId: one.call_id, output: plainText(one.output, `${param}.output`) },
            ...{ param, field: "output" },
          },
        ];
      case "item_reference":
        return [{ kind: "reference", id: one.id, param }];
      case "reasoning":
        return [];
      default:
        return [messageItem(one.role, one.content, param, one.id ?? null)];
    }
  });
}

export function messageItem(
  role: "user" | "assistant" | "system" | "developer",
  value: z.output<typeof content>,
  param: string,
  id: string | null,
): Item {
  const path = `${param}.content`;
  if (role === "user") return { kind: "user", parts: userParts(value, path), param };
  const plain = plainText(value, path);
  return role === "assistant"
    ? { kind: "assistant", text: plain, id, param }
    : { kind: "system", text: plain, param };
}

/** The type of messages and of references may be missing. */
function withType(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null || ("type" in sent && sent.type != null)) return sent;
  if ("role" in sent) return { ...sent, type: "message" };
  return "id" in sent ? { ...sent, type: "item_reference" } : sent;
}
