import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

/** In the place of a comparison that is still being read, or could not be. */
export function VersionsWait({ problem, onAgain }: { problem: string | undefined; onAgain: () => void }) {
  if (problem === undefined) return <Skeleton className="h-40" />;
  return (
    <div className="flex flex-col items-start gap-2">
      <p role="alert">These versions could not be read. {problem}</p>
      <Button variant="outline" onClick={onAgain}>
        Try again
      </Button>
    </div>
  );
}
