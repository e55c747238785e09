import { isRecord, type Part } from "@/lib/shared/chat/parts";

/** What stands at a call that was under way, or asked, when its conversation went into a file. */
export const LEFT_BEHIND =
  "This was not done: it was under way, or waited for a yes, when the agent was taken into a file.";

/**
 * The parts of a message in which nothing is under way any more: no other server goes on with it, and nobody is asked there
 * what was asked here. `asked`: calls that wait for an answer; they are closed as a stop closes them.
 */
export const settledParts = (parts: readonly Part[], asked: readonly string[] = []): Part[] =>
  parts.map((part) => {
    if ("toolCallId" in part) return isOver(part.state) ? part : settledCall(part, asked);
    if ("state" in part && part.state === "streaming") return { ...part, state: "done" };
    if (part.type === "data-compaction" && isRecord(part.data) && part.data.state === "working")
      return { ...part, data: { ...part.data, state: "stopped" } };
    return part;
  });

type Call = Extract<Part, { toolCallId: string }>;

const isOver = (state: string) => state.startsWith("output-");

function settledCall({ approval: _, ...part }: Call, asked: readonly string[]): Part {
  const { input = {} } = part;
  const end = asked.includes(part.toolCallId)
    ? { state: "output-available", output: { action: "cancelled" } }
    : { state: "output-error", errorText: LEFT_BEHIND };
  return { ...part, input, ...end } as Part;
}
