import type { UIMessage } from "ai";
import { type Notice, notice } from "@/lib/shared/notice";
import { type Compaction, compaction } from "./compaction";
import { type Edited, editedIn } from "./edited";

export type Part = UIMessage["parts"][number];

/** A tool call in a message, in one shape for built-in and dynamic tools. */
export type ToolPart = {
  toolCallId: string;
  toolName: string;
  state:
    | "input-streaming"
    | "input-available"
    | "approval-requested"
    | "approval-responded"
    | "output-available"
    | "output-error"
    | "output-denied";
  input: unknown;
  output: unknown;
  errorText: string | undefined;
  /** The user's decision; undefined while it is open or if no approval was needed. */
  isApproved: boolean | undefined;
  edited: Edited | undefined;
};

export function asTool(part: Part): ToolPart | undefined {
  if (!("toolCallId" in part)) return undefined;
  const { toolCallId, state, type } = part;
  return {
    toolCallId,
    toolName: type === "dynamic-tool" ? part.toolName : type.slice("tool-".length),
    state,
    input: part.input,
    output: "output" in part ? part.output : undefined,
    errorText: "errorText" in part ? part.errorText : undefined,
    isApproved: part.approval?.approved,
    edited: editedIn(part),
  };
}

export const asNotice = (part: Part): Notice | undefined =>
  part.type === "data-notice" && "data" in part ? notice.safeParse(part.data).data : undefined;

export const asCompaction = (part: Part): Compaction | undefined =>
  part.type === "data-compaction" && "data" in part ? compaction.safeParse(part.data).data : undefined;

/** Returns whether a message has only the mark of a compaction and no other content. */
export const isMark = ({ parts }: UIMessage): boolean =>
  parts.some(({ type }) => type === "data-compaction") && parts.every(({ type }) => MARK.has(type));

const MARK = new Set(["data-compaction", "data-notice", "step-start"]);

export const textOf = (message: UIMessage): string =>
  message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");

export function timeOf(message: UIMessage): string | undefined {
  const at = isRecord(message.metadata) ? message.metadata.createdAt : undefined;
  return typeof at === "string" ? at : undefined;
}

/**
 * Returns a rough size of a message. The client compares sizes to find out whether a replayed stream has
 * reached the message that it already displays.
 */
export const sizeOf = (message: UIMessage): number =>
  message.parts.reduce(
    (sum, part) => sum + 100 + (part.type === "text" || part.type === "reasoning" ? part.text.length : 0),
    0,
  );

/** Returns a string field of a value that a model wrote. The value may have any shape and may be incomplete. */
export function field(value: unknown, name: string): string | undefined {
  const found = isRecord(value) ? value[name] : undefined;
  return typeof found === "string" ? found : undefined;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
