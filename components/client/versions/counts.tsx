import { t } from "@/lib/shared/i18n/en/versions";

export function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="text-meta whitespace-nowrap tabular-nums">
      <span className="text-success">{t("added", { count: added })}</span>,{" "}
      <span className="text-danger">{t("removed", { count: removed })}</span>
    </span>
  );
}
