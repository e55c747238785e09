const MAX_NAMES = 5;

/**
 * Returns up to five of `names` that are similar to `name`, best first. `maxDistance` is the maximum edit distance.
 */
export function nearestNames(
  name: string,
  names: readonly string[],
  maxDistance = Math.max(2, Math.floor(name.length / 3)),
): string[] {
  const wanted = name.toLowerCase();
  const scored = names.flatMap((each) => {
    const other = each.toLowerCase();
    const contains =
      wanted.length > 2 && (other.includes(wanted) || (other.length > 3 && wanted.includes(other)));
    const steps = distance(wanted, other, maxDistance);
    if (!contains && steps > maxDistance) return [];
    return [
      { each, score: contains ? Math.min(steps, 1 + Math.abs(other.length - wanted.length) / 10) : steps },
    ];
  });
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, MAX_NAMES)
    .map(({ each }) => each);
}

/** Returns the edit distance, or a number above `limit` if it is larger. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
