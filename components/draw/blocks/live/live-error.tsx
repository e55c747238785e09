import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";

type LiveErrorProps = { message: string; onRetry?: () => void };

/**
 * Returns a message with the first sentence of the engine's error. The other sentences are advice for the
 * author of the query.
 */
export const readingFailed = (message: string): string =>
  t("queryFailed", { message: message.split(/(?<=\.)\s/, 1)[0] ?? "" });

export function LiveError({ message, onRetry }: LiveErrorProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 text-ui">
      <p className="flex min-w-0 items-start gap-2 wrap-anywhere">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        {message}
      </p>
      {onRetry && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          {common("tryAgain")}
        </Button>
      )}
    </div>
  );
}
