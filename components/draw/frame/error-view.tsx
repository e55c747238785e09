import { CircleAlert, RotateCcw, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { ComponentError } from "./props";

const WHAT: Record<ComponentError["phase"], string> = {
  load: "This component could not be started",
  draw: "This component failed to render",
  event: "Something in this component failed",
  stopped: "This component was stopped",
};

type ErrorViewProps = {
  error: ComponentError;
  onFix?: () => void;
  onRetry?: () => void;
  onDismiss?: () => void;
};

/**
 * Shows an error with its place and the next steps: instead of the component, or below it if it still runs.
 */
export function ErrorView({ error, onFix, onRetry, onDismiss }: ErrorViewProps) {
  const { phase, message, line, excerpt } = error;
  return (
    <div role="alert" className="flex flex-col gap-2 text-ui">
      <p className="flex items-start gap-2 wrap-anywhere">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        <span className="min-w-0 flex-1">
          {WHAT[phase]}
          {line !== undefined && ` (line ${line})`}: {message}
        </span>
        {onDismiss && (
          <IconButton label="Close" className="-my-1.5" onClick={onDismiss}>
            <X aria-hidden />
          </IconButton>
        )}
      </p>
      {excerpt && (
        <ScrollArea label="Where it failed" className="max-h-48 rounded-in bg-fill">
          <pre className="w-fit p-3 text-meta/[18px]">{excerpt}</pre>
        </ScrollArea>
      )}
      {(onFix || onRetry) && (
        <div className="flex flex-wrap gap-2">
          {onFix && <Button onClick={onFix}>Let the agent fix it</Button>}
          {onRetry && (
            <Button variant="outline" onClick={onRetry}>
              <RotateCcw aria-hidden />
              Start it again
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
