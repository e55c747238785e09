import { Progress } from "@/components/ui/progress";

const TIGHT = 0.9;

/** Shows the size of the SQL database. */
export function TablesFoot({ bytes, limit }: { bytes: number; limit: number }) {
  // Format in MiB, because the limit is a round number only in MiB.
  const mega = (bytes: number) => (bytes / 2 ** 20).toLocaleString("en", { maximumFractionDigits: 1 });
  return (
    <div className="flex max-w-60 flex-col gap-1.5 text-meta text-ink-3 tabular-nums max-md:px-1">
      <Progress aria-label="Size of the database" value={bytes} max={limit} className="h-1" />
      <p>
        {mega(bytes)} of {mega(limit)} MB
        {bytes > limit * TIGHT && <span className="text-ink">, nearly full</span>}
      </p>
    </div>
  );
}
