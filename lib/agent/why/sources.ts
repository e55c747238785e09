import type { UIMessage } from "ai";
import { factsOfTool, isBrowserTool } from "@/lib/shared/chat/built-in-tools";
import { asTool, field, type Part, type ToolPart, textOf } from "@/lib/shared/chat/parts";
import { sentSurfaceOf } from "@/lib/shared/chat/surfaces/sheets";
import { throughOf, webOf } from "@/lib/shared/chat/web";
import type { Through } from "@/lib/shared/origins";
import type { WhyMessage } from "@/lib/store/loop/why";

/** The stored result of a call, or text of the user, which may contain a value. */
export type Source = {
  message: WhyMessage;
  /** The result, in which the value is looked for. */
  result: unknown;
} & (
  | {
      kind: "call";
      tool: ToolPart;
      web: string[];
      through: Through[];
      /** Address of the page that was open in the browser. */
      open?: string;
    }
  | { kind: "user"; by: "user" | "answer" }
  | { kind: "helper"; conversationId: string }
);

const partsOf = ({ parts }: Pick<WhyMessage, "parts">): Part[] => (Array.isArray(parts) ? parts : []);

/** Returns the sources of a message, newest first. `until` is a call of it; only what precedes it counts. */
export function sourcesOf(message: WhyMessage, until?: string): Source[] {
  const parts = partsOf(message);
  const end = until === undefined ? -1 : parts.findIndex((part) => asTool(part)?.toolCallId === until);
  const before = end < 0 ? parts : parts.slice(0, end);
  return (message.role === "user" ? ofUser(message, before) : ofAgent(message, before)).reverse();
}

function ofUser(message: WhyMessage, parts: Part[]): Source[] {
  const helper = message.metadata?.helper;
  const text = textOf({ parts } as UIMessage);
  const said: Source[] = text.trim()
    ? [
        helper?.kind === "result"
          ? { kind: "helper", message, result: text, conversationId: helper.conversationId }
          : { kind: "user", message, result: text, by: "user" },
      ]
    : [];
  const answers = parts.flatMap((part) => sentSurfaceOf(part) ?? []);
  return [
    ...said,
    ...answers.map(({ output }): Source => ({ kind: "user", message, result: output, by: "answer" })),
  ];
}

function ofAgent(message: WhyMessage, parts: Part[]): Source[] {
  let open: string | undefined;
  return parts.flatMap((part): Source[] => {
    const tool = asTool(part);
    if (tool?.state !== "output-available") return [];
    if (isBrowserTool(tool.toolName)) open = field(tool.output, "url") ?? open;
    // The result of a tool that pauses is the user's answer.
    if (factsOfTool(tool.toolName)?.pauses)
      return [{ kind: "user", message, result: tool.output, by: "answer" }];
    const [web, through] = [webOf(part as object), throughOf(part as object)];
    return [{ kind: "call", message, result: tool.output, tool, web, through, ...(open && { open }) }];
  });
}

/** Returns a call of a message as a source; undefined if the message has no such call. */
export function callIn(message: WhyMessage, toolCallId: string): { tool: ToolPart; part: Part } | undefined {
  for (const part of partsOf(message)) {
    const tool = asTool(part);
    if (tool?.toolCallId === toolCallId) return { tool, part };
  }
  return undefined;
}

/** Returns the beginning of the text of a message. */
export const openingOf = ({ parts }: Pick<WhyMessage, "parts">): string =>
  textOf({ parts: partsOf({ parts }) } as UIMessage)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200)
    .toWellFormed();
