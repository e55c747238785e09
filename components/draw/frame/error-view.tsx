import { CircleAlert, RotateCcw, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { ScrollArea } from "@/components/ui/scroll-area";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/frame";
import type { ComponentError } from "./props";

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
        <span className="min-w-0 flex-1">{t("failed", { phase, line: line ?? 0, message })}</span>
        {onDismiss && (
          <IconButton label={common("close")} className="-my-1.5" onClick={onDismiss}>
            <X aria-hidden />
          </IconButton>
        )}
      </p>
      {excerpt && (
        <ScrollArea label={common("code")} className="max-h-48 rounded-in bg-fill">
          <pre className="w-fit p-3 text-meta/[18px]">{excerpt}</pre>
        </ScrollArea>
      )}
      {(onFix || onRetry) && (
        <div className="flex flex-wrap gap-2">
          {onFix && <Button onClick={onFix}>{t("fix")}</Button>}
          {onRetry && (
            <Button variant="outline" onClick={onRetry}>
              <RotateCcw aria-hidden />
              {t("restart")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
