import type { UIMessage } from "ai";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import type { OpenAsk } from "@/lib/shared/chat/open-asks";
import { isRecord, type ToolPart } from "@/lib/shared/chat/parts";
import { type Surface, surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";

/** How the inbox shows an ask: complete with controls, or as a link to its surface. */
export type AskBody =
  | { as: "question" | "approval"; tool: ToolPart }
  | { as: "form" | "sheet"; surface: Surface }
  | { as: "other" };

export function bodyOf(ask: OpenAsk): AskBody {
  if (ask.kind === "approval") return { as: "approval", tool: partOf(ask) };
  const shows = factsOfTool(ask.toolName)?.shows;
  if (shows === "question") return { as: "question", tool: partOf(ask) };
  const [surface] = surfacesOf([messageOf(ask)], [ask]);
  if (!surface) return { as: "other" };
  return { as: shows === "blocks" && isSmallForm(ask.input) ? "form" : "sheet", surface };
}

/** Approvals are first, because work waits for one press. Then questions, then forms and other sheets. */
export function rankOf({ kind, toolName }: Pick<OpenAsk, "kind" | "toolName">): number {
  if (kind === "approval") return 0;
  return factsOfTool(toolName)?.shows === "question" ? 1 : 2;
}

const MAX_BLOCKS = 4;
const MAX_FIELDS = 6;
const MAX_CHARS = 8_000;
/** Block types allowed next to the form, because they need little space. */
const BESIDE = new Set(["markdown", "alert"]);

export function isSmallForm(input: unknown): boolean {
  if (!isRecord(input) || !Array.isArray(input.blocks)) return false;
  const blocks: unknown[] = input.blocks;
  if (blocks.length > MAX_BLOCKS || JSON.stringify(input).length > MAX_CHARS) return false;
  const forms = blocks.filter((block) => isRecord(block) && block.type === "form");
  const [form] = forms;
  return (
    forms.length === 1 &&
    isRecord(form) &&
    Array.isArray(form.fields) &&
    form.fields.length <= MAX_FIELDS &&
    blocks.every((block) => block === form || (isRecord(block) && BESIDE.has(String(block.type))))
  );
}

const partOf = ({ toolCallId, toolName, kind, input }: OpenAsk): ToolPart => ({
  ...{ toolCallId, toolName, input },
  state: kind === "approval" ? "approval-requested" : "input-available",
  output: undefined,
  errorText: undefined,
  isApproved: undefined,
  edited: undefined,
});

const messageOf = ({ messageId, toolCallId, toolName, input, createdAt }: OpenAsk): UIMessage => ({
  id: messageId,
  role: "assistant",
  metadata: { createdAt },
  parts: [{ type: `tool-${toolName}`, toolCallId, state: "input-available", input }],
});
