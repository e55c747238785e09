import type { UIMessage } from "ai";
import { type Notice, notice } from "@/lib/shared/notice";
import { type Compaction, compaction } from "./compaction";
import { type Edited, editedIn } from "./edited";

export type Part = UIMessage["parts"][number];

/** A tool call in a message, built-in or not: the one shape that the interface reads. */
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
  /** What the person said to it; undefined while that is open, and where nobody asked. */
  isApproved: boolean | undefined;
  /** What the agent had asked for, where the person changed it before allowing it. */
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

/** Whether a message holds the mark of a summary and nothing that is said or done. */
export const isMark = ({ parts }: UIMessage): boolean =>
  parts.some(({ type }) => type === "data-compaction") && parts.every(({ type }) => MARK.has(type));

const MARK = new Set(["data-compaction", "data-notice", "step-start"]);

/** The words of a message without what its tools did. */
export const textOf = (message: UIMessage): string =>
  message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");

/** When a message was made, if the server said so. */
export function timeOf(message: UIMessage): string | undefined {
  const at = isRecord(message.metadata) ? message.metadata.createdAt : undefined;
  return typeof at === "string" ? at : undefined;
}

/** How much there is of a message: tells whether a replay has caught up with what is on the screen. */
export const sizeOf = (message: UIMessage): number =>
  message.parts.reduce(
    (sum, part) => sum + 100 + (part.type === "text" || part.type === "reasoning" ? part.text.length : 0),
    0,
  );

/** A string field of something that a model wrote, which may be anything and half-written. */
export function field(value: unknown, name: string): string | undefined {
  const found = isRecord(value) ? value[name] : undefined;
  return typeof found === "string" ? found : undefined;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
