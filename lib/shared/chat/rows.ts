import type { UIMessage } from "ai";
import type { BrowserTakeover } from "@/lib/shared/browser/takeover";
import { takeoverOf } from "@/lib/shared/browser/takeover";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Notice } from "@/lib/shared/notice";
import { factsOfTool, showsSurface } from "./built-in-tools";
import type { Compaction } from "./compaction";
import { asCompaction, asNotice, asTool, field, isRecord, type ToolPart } from "./parts";

/** One row of an answer as the chat displays it. `key` stays the same while the answer grows. */
export type Row = { key: string } & (
  | { kind: "text" | "reasoning"; text: string; isOpen: boolean }
  | { kind: "tools"; tools: ToolPart[] }
  | { kind: "question" | "surface" | "approval"; tool: ToolPart }
  | { kind: "notice"; notice: Notice }
  | { kind: "hand"; hand: BrowserTakeover }
  | { kind: "compaction"; compaction: Exclude<Compaction, { state: "stopped" }> }
  | { kind: "file"; url: string; name: string; mediaType: string }
);

/**
 * Splits an answer into rows. Consecutive calls share one card. The text of a call of send_message is shown
 * like the model's own text.
 */
export function rowsOf(message: UIMessage): Row[] {
  const rows: Row[] = [];
  message.parts.forEach((part, index) => {
    const key = `${index}`;
    if (part.type === "text" || part.type === "reasoning") {
      if (part.text.trim()) {
        rows.push({ key, kind: part.type, text: part.text, isOpen: part.state === "streaming" });
      }
      return;
    }
    if (part.type === "file") {
      const { url, mediaType, filename: name = common("file") } = part;
      rows.push({ key, kind: "file", url, name, mediaType });
    }
    const notice = asNotice(part);
    if (notice) rows.push({ key, kind: "notice", notice });
    const hand = takeoverOf(part);
    if (hand) rows.push({ key, kind: "hand", hand });
    const compaction = asCompaction(part);
    if (compaction && compaction.state !== "stopped") rows.push({ key, kind: "compaction", compaction });
    const tool = asTool(part);
    if (!tool) return;
    const row = ownRow(key, tool, showsApp(message, tool));
    const last = rows.at(-1);
    if (row) rows.push(row);
    else if (last?.kind === "tools") last.tools.push(tool);
    else rows.push({ key, kind: "tools", tools: [tool] });
  });
  return rows;
}

/** Returns whether the call put an app of an MCP server on the canvas. */
function showsApp({ metadata }: UIMessage, { toolCallId }: ToolPart): boolean {
  const calls = isRecord(metadata) && isRecord(metadata.calls) ? metadata.calls : {};
  const facts = Object.hasOwn(calls, toolCallId) ? calls[toolCallId] : undefined;
  return isRecord(facts) && isRecord(facts.shown) && facts.shown.app !== undefined;
}

/** Returns a separate row for a call, or undefined if the call is a line in a card. */
function ownRow(key: string, tool: ToolPart, showsApp: boolean): Row | undefined {
  if (tool.state === "output-error" || tool.state === "output-denied") return undefined;
  if (tool.state === "approval-requested") return { key, kind: "approval", tool };
  if (tool.state === "approval-responded") return undefined;
  if (showsApp || showsSurface(tool.toolName)) return { key, kind: "surface", tool };
  const shows = factsOfTool(tool.toolName)?.shows;
  if (shows === "question") return { key, kind: "question", tool };
  if (shows !== "message") return undefined;
  const text = field(tool.input, "text") ?? "";
  return { key, kind: "text", text, isOpen: tool.state === "input-streaming" };
}
