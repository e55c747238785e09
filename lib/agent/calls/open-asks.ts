import pLimit from "p-limit";
import { type ToolPart, toolName } from "@/lib/agent/message/message";
import { reasonForShown } from "@/lib/agent/offer/after-web";
import type { Shown } from "@/lib/shared/components/shown";
import { type Opened, openAsk } from "@/lib/tools/toolsets/call";
import type { Tool } from "@/lib/tools/toolsets/define";
import { callHash } from "./approval";
import { surfaceChange } from "./own-result";
import {
  type AskedCall,
  type Calls,
  callMarks,
  contextOf,
  deny,
  MAX_CONCURRENT_CALLS,
  namedPart,
  row,
  type SettledCall,
  show,
  withRead,
} from "./step-calls";

/**
 * Opens the asks, and shows content that needs no answer. Content that cannot be shown makes its call fail.
 */
export async function openAsksOf(asked: AskedCall[], calls: Calls, settled: SettledCall): Promise<void> {
  const limit = pLimit(MAX_CONCURRENT_CALLS);
  const open = async ({ part, offered, kind }: AskedCall): Promise<Opened> =>
    kind === "answer"
      ? openAsk(toolName(part), offered.tool, part.input, {
          ...contextOf(calls, part.toolCallId),
          limits: offered.limits,
        })
      : { ok: true, shown: null, web: [], through: [] };
  const opened = await Promise.all(asked.map(async (item) => ({ ...item, ...(await limit(open, item)) })));
  calls.context.signal.throwIfAborted();
  const changed = new Set<string>();
  // Keep the order of the calls, because the oldest ask comes first.
  for (const { part, offered, kind, ...outcome } of opened) {
    const { toolCallId } = part;
    const again = outcome.ok && outcome.changes !== undefined && changed.has(outcome.changes);
    if (outcome.ok && !again) {
      if (outcome.changes !== undefined) {
        changed.add(outcome.changes);
        calls.emit(surfaceChange(part, outcome.changes, outcome.input));
      }
      const { input } = calls.draft.tool(toolCallId) ?? part;
      const marked = callMarks(calls, toolCallId, outcome);
      // Mark the call, because the user's answer may contain the web text that the ask shows.
      if (marked)
        calls.emit({ type: "tool-input-available", toolCallId, toolName: toolName(part), input, ...marked });
      const because = outcome.because ?? reasonForShown(offered.tool, withRead(calls.readOrigins, outcome));
      const { result } = outcome;
      settled.asks.push({
        ...namedPart({ ...part, input } as ToolPart),
        ...{
          kind,
          because,
          awaits: because?.kind !== "helper" && awaits(offered.tool, input, outcome.shown),
        },
        inputHash: kind === "approval" ? callHash(part, offered.tool) : null,
        ...(result !== undefined && { awaits: false, shownOnly: result }),
      });
      if (result === undefined) {
        // Emit this only after the ask is stored. Until then an answer would be lost.
        if (outcome.shown) settled.shown[toolCallId] = outcome.shown;
        continue;
      }
      if (outcome.shown) show(calls, settled, toolCallId, outcome.shown);
      calls.emit({ type: "tool-output-available", toolCallId, output: result });
      settled.calls.push(row(part, { status: "ok", output: result }));
    } else if (!outcome.ok && outcome.isOverRate) {
      deny(part, calls, settled, { error: outcome.error, refusedBy: "rate" });
    } else {
      const error = outcome.ok ? CHANGED_ALREADY : outcome.error;
      const marked = callMarks(calls, toolCallId, outcome);
      calls.emit({ type: "tool-output-error", toolCallId, errorText: error, ...marked });
      settled.calls.push(row(part, { status: "error", error }));
    }
  }
}

const CHANGED_ALREADY =
  "Another call of this step changed the same surface, so this one was not run. Call it again, or put all edits into one call.";

const awaits = (tool: Tool, input: unknown, shown: Shown | null): boolean =>
  !tool.pauses || (tool.awaits?.(input, shown) ?? true);
