import { t } from "@/lib/shared/i18n/en/versions";

export const PlusMinus = ({ added, removed }: { added: number; removed: number }) => (
  <span className="flex shrink-0 gap-2 text-meta tabular-nums">
    {added > 0 && (
      <span className="text-success">
        <span aria-hidden>+{added}</span>
        <span className="sr-only">{t("linesAdded", { count: added })}</span>
      </span>
    )}
    {removed > 0 && (
      <span className="text-danger">
        <span aria-hidden>−{removed}</span>
        <span className="sr-only">{t("linesRemoved", { count: removed })}</span>
      </span>
    )}
  </span>
);
