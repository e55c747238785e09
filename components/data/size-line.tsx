import { countWords } from "@/components/kit/words";
import { Progress } from "@/components/ui/progress";
import type { DatabaseView } from "./api";

/** From here on it is time to think of room. */
const TIGHT = 0.9;

/** How full the database is, and how far a query may go. */
export function SizeLine({ bytes, limits }: Pick<DatabaseView, "bytes" | "limits">) {
  // In pages of 4,096 bytes the limit is round only so.
  const mega = (bytes: number) => (bytes / 2 ** 20).toLocaleString("en", { maximumFractionDigits: 1 });
  return (
    <div className="flex shrink-0 flex-col gap-1.5 border-line border-t px-5 py-3 text-meta text-ink-3 tabular-nums">
      <Progress aria-label="Size of the database" value={bytes} max={limits.bytes} className="h-1" />
      <p>
        {mega(bytes)} of {mega(limits.bytes)} MB
        {bytes > limits.bytes * TIGHT && <span className="text-ink">, nearly full</span>}
      </p>
      <p>
        {countWords(limits.rows, "row")} a query, {limits.ms / 1_000} s
      </p>
    </div>
  );
}
