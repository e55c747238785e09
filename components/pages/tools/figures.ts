import type { ToolStats, ToolView } from "@/lib/shared/tools/view";

const NONE: ToolStats = { calls: 0, failures: 0, medianMs: null, lastAt: null };

export const statsOf = ({ stats }: ToolView): ToolStats => stats ?? NONE;

/** Of a whole toolset. Its median is the one of the tools' medians, each as often as it was called. */
export function sumOf(tools: readonly ToolView[]): ToolStats {
  const all = tools.map(statsOf);
  const calls = all.reduce((sum, stats) => sum + stats.calls, 0);
  const timed = all
    .flatMap(({ medianMs, calls }) => (medianMs === null ? [] : [{ medianMs, calls }]))
    .sort((a, b) => a.medianMs - b.medianMs);
  let left = timed.reduce((sum, { calls }) => sum + calls, 0) / 2;
  const middle = timed.find(({ calls }) => {
    left -= calls;
    return left <= 0;
  });
  return {
    calls,
    ...(all.some(({ more }) => more) && { more: true }),
    failures: all.reduce((sum, { failures }) => sum + failures, 0),
    medianMs: middle?.medianMs ?? null,
    lastAt:
      all
        .flatMap(({ lastAt }) => lastAt ?? [])
        .toSorted()
        .at(-1) ?? null,
  };
}

/** More than one in ten has failed: worth a look. */
export const isTroubled = ({ calls, failures }: ToolStats): boolean => failures > calls / 10;
