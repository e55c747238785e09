/**
 * Returns whether a JSON value stays within an approximate text length and a depth. Iterative, so deep values
 * cannot overflow the stack.
 */
export function isWithin(value: unknown, limits: { chars: number; depth: number }): boolean {
  const queue = [{ value, depth: 0 }];
  let chars = 0;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { value, depth } = next;
    chars += typeof value === "string" ? value.length + 2 : 5;
    if (chars > limits.chars || depth > limits.depth) return false;
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      chars += key.length + 4;
      queue.push({ value: child, depth: depth + 1 });
    }
  }
  return true;
}
