import { t } from "@/lib/shared/i18n/en/kit";
import { currentLocale, formatTag } from "@/lib/shared/i18n/locale";

/** Formats a size with decimal units: "0 bytes", "812 bytes", "2.1 KB", "37 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return t("bytes", { count: bytes });
  return bytes < 999_500 ? `${formatTenth(bytes / 1_000)} KB` : `${formatTenth(bytes / 1_000_000)} MB`;
}

/** Formats a number with at most one decimal. */
export const formatTenth = (value: number): string =>
  value.toLocaleString(formatTag(), { maximumFractionDigits: 1 });

/** Formats a list: "a, b, and c". */
export const formatList = (items: readonly string[]): string =>
  new Intl.ListFormat(currentLocale() === "de" ? "de" : "en").format(items);
