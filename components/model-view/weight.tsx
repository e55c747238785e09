/** Tokens, and a bar that says how much of the whole they are. */
export function Weight({ tokens, of }: { tokens: number; of: number }) {
  return (
    <span className="flex shrink-0 items-center gap-3 text-meta text-ink-3 tabular-nums">
      <span aria-hidden className="h-1.5 w-18 overflow-hidden rounded-full bg-fill max-md:hidden">
        <span
          className="block h-full rounded-full bg-chart-1"
          style={{ width: `${of === 0 ? 0 : (tokens / of) * 100}%` }}
        />
      </span>
      <span className="w-20 text-right">
        {tokens.toLocaleString("en")} <span className="max-md:sr-only">tokens</span>
      </span>
    </span>
  );
}
