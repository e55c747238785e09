import { contentHasMedia, contentToText, omitOptionalNulls } from "@ag-ui/core";
import { RunAgentInputSchema } from "@ag-ui/core/schemas";
import { z } from "zod";
import { clientTools, functionFields } from "@/lib/doors/programs/client-tools";
import { dataPart, paramOf, text, userParts } from "@/lib/doors/programs/content";
import { unsupported } from "@/lib/doors/programs/errors";
import { parsed } from "@/lib/doors/programs/parse";
import type { Item, Wanted } from "@/lib/doors/programs/wanted";

export type RunInput = z.output<typeof RunAgentInputSchema>;
type InputMessage = RunInput["messages"][number];
type Parts = Exclude<Extract<InputMessage, { role: "user" }>["content"], string>;
type Source = Exclude<Parts[number], { type: "text" }>["source"];

type UserParts = Extract<Item, { kind: "user" }>["parts"];

const id = z.string().min(1).max(200);
const name = z.string().max(64);

/** Limits on top of AG-UI's schema. */
const limits = z.object({
  threadId: id,
  runId: id,
  messages: z.array(z.looseObject({ id, toolCallId: id.optional() })).max(5_000),
  context: z.array(z.object({ description: text, value: text })).max(200),
  resume: z
    .array(z.looseObject({ interruptId: id }))
    .max(200)
    .optional(),
});

/** Parses the body of `POST /ag-ui`. Throws an error that names the field. */
export function runInput(sent: unknown): RunInput {
  const input = parsed(RunAgentInputSchema, omitOptionalNulls(sent, "RunAgentInput"));
  parsed(limits, input);
  return input;
}

/** Messages that the agent writes. */
const OF_AGENT: ReadonlySet<string> = new Set(["assistant", "reasoning", "activity"]);

/** Converts the input of a run to a request for the agent with this name; null for the token's own agent. */
export function wantedOf({ messages, tools, context }: RunInput, agent: string | null): Wanted {
  return {
    ...{ model: agent, previous: null, maxOutputTokens: null, echo: {} },
    ...{ isStream: true, isStored: false, isBackground: false, hasUsage: true, handlesAsks: true },
    items: messages.flatMap((message, at) => itemsOf(message, at)),
    instructions: context.map(({ description, value }) => `${description}: ${value}`).join("\n\n"),
    tools: clientTools(
      tools.map((tool, at) => ({
        fields: parsed(functionFields, tool, ["tools", at]),
        param: paramOf("tools", at),
      })),
    ),
    lastMessageId: messages.findLast(({ role }) => !OF_AGENT.has(role))?.id,
  };
}

/** Converts a message. Leaves out reasoning and activities, which only the program shows. */
export function itemsOf(message: InputMessage, at: number): Item[] {
  const path = ["messages", at];
  const param = paramOf(...path);
  switch (message.role) {
    case "user":
      return [{ kind: "user", parts: partsOf(message.content, [...path, "content"]), param }];
    case "system":
    case "developer":
      return [{ kind: "system", text: parsed(text, message.content, [...path, "content"]), param }];
    case "assistant":
      return assistantItems(message, path);
    case "tool":
      return [toolItem(message, path)];
    default:
      return [];
  }
}

function assistantItems(
  { id: messageId, content = "", toolCalls = [] }: Extract<InputMessage, { role: "assistant" }>,
  path: PropertyKey[],
): Item[] {
  const written = parsed(text, content, [...path, "content"]);
  const param = paramOf(...path);
  const calls = toolCalls.map(({ id: callId, function: called }, at): Item => {
    const place = [...path, "toolCalls", at, "function"];
    return {
      ...{ kind: "call", callId, param: paramOf(...path, "toolCalls", at) },
      name: parsed(name, called.name, [...place, "name"]),
      arguments: parsed(text, called.arguments, [...place, "arguments"]),
    };
  });
  return [
    ...(written ? [{ kind: "assistant" as const, text: written, id: messageId, param }] : []),
    ...calls,
  ];
}

function toolItem(
  { toolCallId: callId, content, error }: Extract<InputMessage, { role: "tool" }>,
  path: PropertyKey[],
): Item {
  const field = paramOf(...path, "content");
  if (contentHasMedia(content)) throw unsupported(field, `${field}: Only text is supported in results.`);
  const result = parsed(text, contentToText(content), [...path, "content"]);
  const output = error === undefined ? result : [`Error: ${error}`, result].filter(Boolean).join("\n");
  return { kind: "output", callId, output, param: paramOf(...path), field: "content" };
}

const partsOf = (content: string | Parts, path: PropertyKey[]): UserParts =>
  typeof content === "string"
    ? userParts(parsed(text, content, path), paramOf(...path))
    : content.flatMap(
        (part, at): UserParts =>
          part.type === "text"
            ? userParts(parsed(text, part.text, [...path, at, "text"]), paramOf(...path, at))
            : [dataPart(urlOf(part.source), paramOf(...path, at, "source"))],
      );

/** A file at a provider has no address, so it is refused as any other address. */
const urlOf = (source: Source): string =>
  source.type === "data" ? `data:${source.mimeType};base64,${source.value}` : source.value;
