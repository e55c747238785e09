export const MAX_MESSAGE_CHARS = 1_000_000;

/** Returns a message for users on how far a text exceeds a limit; null if it fits. */
export function tooLong(length: number, most: number): string | null {
  if (length <= most) return null;
  const percent = Math.ceil(((length - most) / most) * 100);
  return `Too long by ${percent.toLocaleString("en")} %`;
}

type Issue = { code?: string; origin?: unknown; input?: unknown; maximum?: unknown };

/** Returns a message that replaces zod's for a text that is too long; undefined for other issues. */
export function tooLongWords({ code, origin, input, maximum }: Issue): string | undefined {
  if (code !== "too_big" || origin !== "string" || typeof input !== "string") return undefined;
  const most = Number(maximum);
  const over = tooLong(input.length, most);
  return over === null ? undefined : `${over}: at most ${most} characters`;
}
