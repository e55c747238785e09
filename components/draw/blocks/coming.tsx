import { Skeleton } from "@/components/ui/skeleton";
import type { BlockType } from "@/lib/shared/blocks";

type ComingProps = {
  type: BlockType;
  count?: number;
};

export function Coming({ type, count = 3 }: ComingProps) {
  switch (type) {
    case "chart":
      return (
        <Shape className="flex h-70 flex-col justify-between pt-10 pb-7 pl-10">
          {FOUR.map((line) => (
            <div key={line} className="h-px bg-line" />
          ))}
        </Shape>
      );
    case "table":
      return (
        <Shape className="flex flex-col divide-y divide-line">
          {FOUR.map((row) => (
            <div key={row} className="flex h-8 items-center justify-between">
              <Skeleton className="h-3 w-1/3" />
              <Skeleton className="h-3 w-1/6" />
            </div>
          ))}
        </Shape>
      );
    case "form":
      return (
        <Shape className="flex max-w-form flex-col gap-4">
          {Array.from({ length: count }, (_, field) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identified by position
            <div key={field} className="flex flex-col gap-2">
              <Skeleton className="my-1 h-3 w-24" />
              <Skeleton className="h-control" />
            </div>
          ))}
        </Shape>
      );
    default:
      return <Skeleton className={type === "markdown" || type === "alert" ? "h-6" : "h-28"} />;
  }
}

const FOUR = [1, 2, 3, 4];

function Shape({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <div aria-hidden className="animate-late">
      <div className={className}>{children}</div>
    </div>
  );
}
