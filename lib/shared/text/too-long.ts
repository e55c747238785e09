import { t } from "@/lib/shared/i18n/en/sharedText";
import { inEnglish } from "@/lib/shared/i18n/locale";

export const MAX_MESSAGE_CHARS = 1_000_000;

/** Returns a message for users on how far a text exceeds a limit; null if it fits. */
export function tooLong(length: number, max: number): string | null {
  if (length <= max) return null;
  const percent = Math.ceil(((length - max) / max) * 100);
  return t("tooLong", { percent });
}

type Issue = { code?: string; origin?: unknown; input?: unknown; maximum?: unknown };

/** Returns a message that replaces zod's for a text that is too long; undefined for other issues. */
export function tooLongMessage({ code, origin, input, maximum }: Issue): string | undefined {
  if (code !== "too_big" || origin !== "string" || typeof input !== "string") return undefined;
  const max = Number(maximum);
  const over = inEnglish(() => tooLong(input.length, max));
  return over === null ? undefined : `${over}: at most ${max} characters`;
}
