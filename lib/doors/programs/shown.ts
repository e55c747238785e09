import { isToolPart, type ToolPart, toolName } from "@/lib/agent/message/message";
import { tableGrid } from "@/lib/doors/channels/render/table";
import {
  type Block,
  type LeafBlock,
  leafBlocks,
  markdownOf,
  renderBlocksInput,
} from "@/lib/shared/blocks/index";
import { isRecord } from "@/lib/shared/chat/parts";
import { isAppError } from "@/lib/shared/errors";
import { inEnglish } from "@/lib/shared/i18n/locale";
import type { Ask } from "@/lib/store/loop/asks";
import type { StoredResponse, StoredTurn } from "@/lib/store/loop/responses";
import { chatAddress } from "./address";
import { askText, isClientCall, partsOf } from "./asks";

/** `part` is the position of the text, or of the call that it describes, in the agent's message. */
export type Text = { part: number; text: string };

const MAX_CHARS = 20_000;
const MAX_ROWS = 200;

/**
 * Returns as text what the agent showed in parts of its message: messages, content of the canvas, and its questions,
 * unless the program handles those.
 */
export async function shownTexts(turn: StoredTurn, response: StoredResponse, until: number): Promise<Text[]> {
  const texts = partsOf(turn).map(async (part, at): Promise<Text[]> => {
    if (at < response.firstPart || at >= until || !isToolPart(part) || part.state === "output-error")
      return [];
    const ask = turn.asks.find(({ toolCallId }) => toolCallId === part.toolCallId);
    const text = await shownBy(part, ask && !isClientCall(turn, ask) ? ask : undefined, response);
    return text.trim() ? [{ part: at, text: text.slice(0, MAX_CHARS).toWellFormed() }] : [];
  });
  return (await Promise.all(texts)).flat();
}

async function shownBy(part: ToolPart, ask: Ask | undefined, response: StoredResponse): Promise<string> {
  const name = toolName(part);
  if (name === "send_message") return messageOf(part.input);
  const url = chatAddress(response.conversationId);
  const isAsked = ask?.awaits === true;
  if (isAsked && response.request.handlesAsks) return "";
  const shown = name === "render_blocks" ? await blocksText(part.input, response.agentId) : "";
  if (isAsked) return [shown, askText(ask, url)].filter(Boolean).join("\n\n");
  return name === "render_and_wait" ? `The agent shows this at ${url}.` : shown;
}

export const messageOf = (input: unknown): string =>
  isRecord(input) && typeof input.text === "string" ? input.text : "";

async function blocksText(input: unknown, agentId: string): Promise<string> {
  const parsed = renderBlocksInput.safeParse(input);
  if (!parsed.success) return "";
  const texts = leafBlocks(parsed.data.blocks).map(({ block }) => blockText(block, agentId));
  return (await Promise.all(texts)).filter(Boolean).join("\n\n");
}

async function blockText(block: LeafBlock, agentId: string): Promise<string> {
  const markdown = inEnglish(() => markdownOf(block));
  if (markdown !== undefined) return markdown;
  const drawn = block as Block<
    "alert" | "code" | "json" | "table" | "form" | "chart" | "image" | "diagram" | "file"
  >;
  switch (drawn.type) {
    case "alert":
      return `> ${drawn.content.replaceAll("\n", "\n> ")}`;
    case "code":
      return fenced(drawn.content, drawn.language);
    case "json":
      return fenced(JSON.stringify(drawn.data, null, 2), "json");
    case "table":
      return tableText(drawn, agentId);
    case "form":
      return "";
    default:
      return `(A ${drawn.type} on the canvas${"title" in drawn && drawn.title ? `: ${drawn.title}` : ""})`;
  }
}

const fenced = (text: string, language: string) => `\`\`\`\`${language}\n${text}\n\`\`\`\``;

async function tableText(block: Block<"table">, agentId: string): Promise<string> {
  const grid = await tableGrid(agentId, block).catch((error: unknown) => {
    if (isAppError(error)) return error.message;
    throw error;
  });
  if (typeof grid === "string") return grid;
  const { labels, rows } = grid;
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  const more = rows.length > MAX_ROWS ? [`\n${rows.length - MAX_ROWS} more rows`] : [];
  return [line(labels), line(labels.map(() => "---")), ...rows.slice(0, MAX_ROWS).map(line), ...more].join(
    "\n",
  );
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
