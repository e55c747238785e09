import { CircleAlert } from "lucide-react";
import { MAX_TOOLS } from "@/lib/shared/agent-tools/fields";
import { t } from "@/lib/shared/i18n/en/history";

export function ToolLimitNotice({ changes }: { changes: readonly { disabled?: true }[] }) {
  const count = changes.filter(({ disabled }) => disabled).length;
  if (count === 0) return null;
  return (
    <p className="flex gap-2">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2" />
      <span className="min-w-0">{t("toolLimit", { max: MAX_TOOLS, count })}</span>
    </p>
  );
}
