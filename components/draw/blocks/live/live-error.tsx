import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";

type LiveErrorProps = { message: string; onRetry?: () => void };

/**
 * Returns the first sentence of the engine's message. The rest advises the author of the query, not its
 * readers.
 */
export const readingFailed = (message: string): string =>
  `The query failed: ${message.split(/(?<=\.)\s/, 1)[0]}`;

export function LiveError({ message, onRetry }: LiveErrorProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 text-ui">
      <p className="flex min-w-0 items-start gap-2 wrap-anywhere">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        {message}
      </p>
      {onRetry && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
