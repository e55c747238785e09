import { ShieldQuestionMark } from "lucide-react";
import { type ReactNode, useId } from "react";
import { ScrollArea } from "@/components/ui/scroll-area";
import { t } from "@/lib/shared/i18n/en/frame";

type QuestionCardProps = { title: string; web: ReactNode; buttons: ReactNode; children: ReactNode };

export function QuestionCard({ title, web, buttons, children }: QuestionCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="overflow-hidden rounded-sheet border border-accent-line bg-sheet text-ui shadow-sheet"
    >
      <div className="bg-accent-wash">
        <h3 id={id} className="flex min-h-10 items-center gap-2.5 px-3.5 py-2 wrap-anywhere">
          <ShieldQuestionMark aria-hidden className="size-4 shrink-0 text-accent" />
          {title}
        </h3>
        {web}
        <ScrollArea label={t("details")} className="max-h-44 bg-fill-hover px-3.5 py-2.5">
          {children}
        </ScrollArea>
        <div className="flex flex-wrap items-center gap-2 px-3.5 py-3">{buttons}</div>
      </div>
    </section>
  );
}
