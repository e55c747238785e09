/**
 * Returns the new value, reusing the old value's objects where they are equal. Unchanged parts keep their
 * identity, so React does not render them again.
 */
export function share<T>(before: unknown, now: T): T;
export function share(before: unknown, now: unknown): unknown {
  if (Object.is(before, now)) return before;
  if (Array.isArray(before) && Array.isArray(now)) {
    const next = now.map((item, index) => share(before[index], item));
    return before.length === next.length && next.every((item, index) => item === before[index])
      ? before
      : next;
  }
  if (isRecord(before) && isRecord(now)) {
    const keys = Object.keys(now);
    const next = Object.fromEntries(keys.map((key) => [key, share(before[key], now[key])]));
    return keys.length === Object.keys(before).length &&
      keys.every((key) => key in before && next[key] === before[key])
      ? before
      : next;
  }
  return now;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
