import { ScrollArea } from "@/components/ui/scroll-area";
import { t } from "@/lib/shared/i18n/en/toolsOwn";

export function Logs({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is meant for form fields
    <div role="group" aria-label={label}>
      <h3 className="flex h-6 items-center text-meta text-ink-3">{t("logLines", { count: lines.length })}</h3>
      <ScrollArea label={label} className="max-h-60">
        <ol className="font-mono text-meta/[18px]">
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity except their position
            <li key={index} className="whitespace-pre-wrap wrap-anywhere">
              {line}
            </li>
          ))}
        </ol>
      </ScrollArea>
    </div>
  );
}
