import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { t as clientText } from "@/lib/shared/i18n/en/client";

export function VersionsWait({ problem, onAgain }: { problem: string | undefined; onAgain: () => void }) {
  if (problem === undefined) return <Skeleton className="h-40" />;
  return <LoadFailure onRetry={onAgain}>{clientText("loadFailed", { error: problem })}</LoadFailure>;
}
