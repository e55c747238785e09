const whole = new Intl.NumberFormat("en");
const tenth = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

/** Formats a size with decimal units: "0 bytes", "812 bytes", "2.1 KB", "37 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return formatCount(bytes, "byte");
  return bytes < 999_500 ? `${tenth.format(bytes / 1_000)} KB` : `${tenth.format(bytes / 1_000_000)} MB`;
}
