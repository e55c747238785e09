import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { t } from "@/lib/shared/i18n/en/canvas";

export const ground =
  "flex min-w-0 flex-1 flex-col bg-table [background-image:radial-gradient(120%_90%_at_50%_0%,var(--table-lit),var(--table))]";

type EmptyProps = {
  closed: number;
  onAll: () => void;
  bar?: ReactNode;
  className?: string;
};

export function Empty({ closed, onAll, bar, className }: EmptyProps) {
  return (
    <section aria-label={t("canvas")} className={cn(ground, className)}>
      {bar && <div className="flex h-bar shrink-0 items-center justify-end px-5 max-md:hidden">{bar}</div>}
      <div className="m-auto flex max-w-72 flex-col items-center gap-3 p-6 text-center text-ui text-balance text-ink-3">
        <p>{t("empty")}</p>
        {closed > 0 && (
          <Button variant="outline" className="max-md:h-11" onClick={onAll}>
            {t("showClosed", { closed })}
          </Button>
        )}
      </div>
    </section>
  );
}
