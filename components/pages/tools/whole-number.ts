import { formatTag } from "@/lib/shared/i18n/locale";

export const figure = (value: number): string => value.toLocaleString(formatTag());

/** Removes the thousands separators of "5,000", "5.000" and "5 000". */
export const ungrouped = (text: string): string => text.replace(/[\s,']|\.(?=\d{3}(?!\d))/g, "");
