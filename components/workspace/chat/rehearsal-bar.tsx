import { FlaskConical } from "lucide-react";
import Link from "@/components/ui/kit/agent-base";
import { t } from "@/lib/shared/i18n/en/rehearsals";

/** Says that the conversation belongs to a rehearsal, and leads to its changes. */
export const RehearsalBar = ({ href }: { href: string }) => (
  <aside className="flex shrink-0 items-center gap-2.5 border-line border-b bg-fill px-6 py-1.5 text-meta text-ink-2 max-md:px-3">
    <FlaskConical aria-hidden className="size-4 shrink-0" />
    <span className="min-w-0 flex-1 text-pretty">{t("banner")}</span>
    <Link
      href={href}
      className="shrink-0 font-medium text-ink underline decoration-line-control underline-offset-4 hover:decoration-ink"
    >
      {t("showChanges")}
    </Link>
  </aside>
);
