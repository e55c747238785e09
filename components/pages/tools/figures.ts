import type { ToolStats, ToolView } from "@/lib/shared/tools/view";

const NONE: ToolStats = { calls: 0, failures: 0, medianMs: null, lastAt: null };

export const statsOf = ({ stats }: ToolView): ToolStats => stats ?? NONE;

/**
 * Returns the figures of a toolset. The median is the median of the tools' medians, weighted by their calls.
 */
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

export const isTroubled = ({ calls, failures }: ToolStats): boolean => failures > calls / 10;
