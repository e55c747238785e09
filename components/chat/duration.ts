/** "214 ms", "1.9 s", "6 s", "12 s", "2 min 5 s". */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${Number((ms / 1_000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
