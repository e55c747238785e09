import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";

export function VersionsWait({ problem, onAgain }: { problem: string | undefined; onAgain: () => void }) {
  if (problem === undefined) return <Skeleton className="h-40" />;
  return <LoadFailure onRetry={onAgain}>Could not load these versions. {problem}</LoadFailure>;
}
