import type { ElicitRequestFormParams } from "@modelcontextprotocol/server";
import { runAgent } from "@/lib/agent/loop/run";
import type { Equipment } from "@/lib/agent/message/equipment";
import { chatAddress } from "@/lib/doors/programs/address";
import { askText } from "@/lib/doors/programs/asks";
import { originsReceived } from "@/lib/doors/programs/received";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { boundsOf, choices } from "@/lib/shared/blocks/form-value";
import { blocks } from "@/lib/shared/blocks/index";
import { isRecord } from "@/lib/shared/chat/parts";
import { isAppError } from "@/lib/shared/errors";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { type Ask, readCurrentRun } from "@/lib/store/loop/asks";
import type { McpCall } from "./call";

type Schema = ElicitRequestFormParams["requestedSchema"];
type Property = Schema["properties"][string];

/** An open ask as a form of MCP, whose fields are flat. */
export type McpForm = {
  ask: Ask;
  message: string;
  requestedSchema: Schema;
  /** Returns the answer of the ask. */
  outputOf(content: Record<string, unknown>): unknown;
};

/** Returns the open ask of the call as a form, or null if the user must answer in Easel. */
export async function formOf({ conversationId }: McpCall): Promise<McpForm | null> {
  const open = (await readCurrentRun(conversationId))?.asks.filter(({ status }) => status === "open") ?? [];
  const [ask] = open;
  if (!ask || open.length > 1 || ask.kind !== "answer" || ask.because?.kind === "helper") return null;
  const message = askText(ask, chatAddress(conversationId));
  if (ask.toolName === "ask_user")
    return { ask, message, requestedSchema: QUESTION, outputOf: ({ answer }) => ({ answer }) };
  const form = ask.toolName === "render_blocks" ? onlyForm(ask.input) : null;
  return form && { ask, message, ...form };
}

const QUESTION: Schema = {
  type: "object",
  properties: { answer: { type: "string", title: "Answer", minLength: 1, maxLength: 100_000 } },
  required: ["answer"],
};

function onlyForm(input: unknown): Pick<McpForm, "requestedSchema" | "outputOf"> | null {
  const [block, ...more] = isRecord(input) && Array.isArray(input.blocks) ? input.blocks : [];
  const form = blocks.form.schema.safeParse(block).data;
  if (!form || more.length > 0 || form.groups?.length) return null;
  const asked = form.fields.filter(({ type }) => type !== "hidden");
  const properties: [string, Property][] = [];
  for (const field of asked) {
    const property = field.show_when ? undefined : TYPES[field.type]?.(field);
    if (!property) return null;
    properties.push([field.name, { ...property, ...textsOf(field) }]);
  }
  const hidden = form.fields.filter((one) => one.type === "hidden" && one.default !== undefined);
  return {
    requestedSchema: {
      type: "object",
      properties: Object.fromEntries(properties),
      required: asked.flatMap(({ name, required }) => (required ? [name] : [])),
    },
    outputOf: (content) => ({
      action: "submit",
      data: { ...Object.fromEntries(hidden.map((one) => [one.name, one.default])), ...content },
    }),
  };
}

const textsOf = ({ name, label, unit, hint }: FormField) => ({
  title: `${label || name}${unit ? ` (${unit})` : ""}`,
  ...(hint && { description: hint }),
});

const text = () => ({ type: "string" as const });
const formatted = (format: "email" | "uri" | "date") => () => ({ type: "string" as const, format });
const number = ({ min, max }: FormField) => ({
  type: "number" as const,
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
});
const bounded = (field: FormField) => number({ ...field, ...boundsOf(field) });
const titled = (field: FormField) =>
  choices(field).map(({ value, label }) => ({ const: value, title: label }));
const one = (field: FormField) => ({ type: "string" as const, oneOf: titled(field) });

/** Fields that MCP has. It has no files, and its times are not those of forms. */
const TYPES: Partial<Record<FormField["type"], (field: FormField) => Property>> = {
  ...{ text, textarea: text, phone: text, number, slider: bounded, rating: bounded, select: one, radio: one },
  ...{ email: formatted("email"), url: formatted("uri"), date: formatted("date") },
  checkbox: () => ({ type: "boolean" }),
  multiselect: (field) => ({ type: "array", items: { anyOf: titled(field) } }),
};

/** Sends the content of a form as the answer. Returns what is wrong with it, or null, also if another answer came first. */
export async function answerForm(
  { agentId, id: tokenId }: McpToken,
  { conversationId }: McpCall,
  { ask, outputOf }: McpForm,
  content: Record<string, unknown>,
  equipment: Equipment,
): Promise<string | null> {
  const answer = {
    ...{ toolCallId: ask.toolCallId, messageId: ask.messageId },
    ...{ output: outputOf(content), origins: originsReceived(tokenId) },
  };
  try {
    await runAgent({ agentId, conversationId, equipment, input: { answer } });
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.code === "conflict" || error.code === "not_found") return null;
    if (error.code === "invalid") return error.message;
    throw error;
  }
}
