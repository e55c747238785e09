import { heard } from "@/lib/store/bus";
import type { McpToken } from "@/lib/store/mcp-tokens";
import { type Call, findCall } from "./call";

/** How often a program hears that its call still waits: many give up what is silent for a minute. */
const SAY_MS = 10_000;

type Waiting = { token: McpToken; signal: AbortSignal; maxMs: number; onWait: (call: Call) => Promise<void> };

/** The call when it has an outcome, or as it stands when the program has gone or has waited for long. */
export async function whenOver(call: Call, { token, signal, maxMs, onWait }: Waiting): Promise<Call> {
  const until = performance.now() + maxMs;
  let [now, saidAt] = [call, Number.NEGATIVE_INFINITY];
  const left = new Promise<void>((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
  while (!now.outcome && !signal.aborted && performance.now() < until) {
    if (performance.now() - saidAt >= SAY_MS) {
      await onWait(now);
      saidAt = performance.now();
    }
    const changed = heard(
      (notice) => notice.type === "conversation" && notice.id === call.conversationId,
      Math.min(saidAt + SAY_MS, until) - performance.now(),
    );
    // It may have been answered before anybody listened.
    const next = await findCall(token, call.id);
    if (!next) break;
    now = next;
    if (!now.outcome) await Promise.race([changed, left]);
  }
  return now;
}
