import type { UIMessage } from "ai";
import type { Ask } from "./contract";
import { asTool, field, isRecord, textOf, timeOf } from "./parts";

/**
 * One thing on the canvas. `waiting` stands open for the person; `closed` was overtaken by a text in the chat, a stop or
 * another answer.
 */
export type Surface = {
  id: string;
  messageId: string;
  toolCallId: string;
  state: "writing" | "waiting" | "answered" | "read" | "closed";
  title: string;
  kind: "form" | "table" | "chart" | "text";
  input: unknown;
  answer: unknown;
  /** What the person had said before it. */
  because: string | undefined;
  at: string | undefined;
  /** When the person answered. */
  answeredAt: string | undefined;
};

const TOOL = "render_blocks";

export const surfaceId = (messageId: string, toolCallId: string): string => `${messageId}/${toolCallId}`;

/**
 * Every surface of a conversation, oldest first. A call that failed its schema never was one. `given` holds answers, by
 * surface, that were taken but are not in the messages yet.
 */
export function surfacesOf(
  messages: readonly UIMessage[],
  asks: readonly Ask[],
  given: Readonly<Record<string, unknown>> = {},
): Surface[] {
  const surfaces: Surface[] = [];
  let because: string | undefined;
  for (const message of messages) {
    if (message.role === "user") because = textOf(message) || because;
    for (const part of message.parts) {
      const tool = asTool(part);
      if (tool?.toolName !== TOOL || tool.state === "output-error" || tool.state === "output-denied")
        continue;
      if (tool.state.startsWith("approval")) continue;
      const ask = asks.find((a) => a.messageId === message.id && a.toolCallId === tool.toolCallId);
      const id = surfaceId(message.id, tool.toolCallId);
      const answer = tool.output ?? given[id];
      const kind = kindOf(tool.input);
      surfaces.push({
        id,
        messageId: message.id,
        toolCallId: tool.toolCallId,
        state: tool.state === "input-streaming" ? "writing" : ask ? "waiting" : outcomeOf(answer),
        title: field(tool.input, "title")?.trim() || TITLES[kind],
        kind,
        input: tool.input,
        answer,
        because,
        at: ask?.createdAt ?? timeOf(message),
        answeredAt: answeredAt(message, tool.toolCallId),
      });
    }
  }
  return surfaces;
}

/** The part of the page's address that leads to a surface: `#s-<messageId>/<toolCallId>`. */
export function surfaceHash({ messageId, toolCallId }: Pick<Surface, "messageId" | "toolCallId">): string {
  return `#s-${encodeURIComponent(messageId)}/${encodeURIComponent(toolCallId)}`;
}

/** The surface that an address leads to, if it leads to one. */
export function surfaceInHash(hash: string): string | undefined {
  const found = /^#s-([^/]+)\/([^/]+)$/.exec(hash);
  try {
    return found?.[1] && found[2]
      ? surfaceId(decodeURIComponent(found[1]), decodeURIComponent(found[2]))
      : undefined;
  } catch {
    return undefined;
  }
}

/** "after you said “Plan Saturday with me”" */
export function reasonOf({ because }: Surface): string | undefined {
  if (!because) return undefined;
  const line = because.split("\n", 1)[0]?.trim() ?? "";
  const short = line.length > MOST ? `${line.slice(0, MOST - 1).trimEnd()}…` : line;
  return line.endsWith("?") ? `because you asked “${short}”` : `after you said “${short}”`;
}

/** "answered 10:46", in two pieces, for the time is drawn by the browser. */
export function outcomeText({ state, kind }: Surface): string | undefined {
  if (state === "writing") return "being painted";
  if (state === "answered") return "answered";
  if (state === "read") return "read";
  return state === "closed" && kind === "form" ? "closed" : undefined;
}

const MOST = 36;

const TITLES: Record<Surface["kind"], string> = {
  form: "A few questions",
  table: "Table",
  chart: "Chart",
  text: "Note",
};

const outcomeOf = (output: unknown): Surface["state"] => {
  const action = field(output, "action");
  if (action === "submit") return "answered";
  return action === "dismiss" ? "read" : "closed";
};

function answeredAt({ metadata }: UIMessage, toolCallId: string): string | undefined {
  const calls = isRecord(metadata) && isRecord(metadata.calls) ? metadata.calls : {};
  return field(Object.hasOwn(calls, toolCallId) ? calls[toolCallId] : undefined, "answeredAt");
}

/** What a surface mostly is, for its icon, its width and its name when it has none. */
function kindOf(input: unknown): Surface["kind"] {
  const blocks = isRecord(input) && Array.isArray(input.blocks) ? input.blocks : [];
  const types = blocks.map((block) => field(block, "type"));
  if (types.includes("form")) return "form";
  if (types.includes("chart")) return "chart";
  return types.includes("table") ? "table" : "text";
}
