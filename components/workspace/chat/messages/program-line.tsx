import { ORIGIN_LOOKS } from "@/components/client/shell/origins/origin-looks";
import { Clock } from "@/components/ui/kit/clock";
import { t } from "@/lib/shared/i18n/en/chatMessages";

/** Names the program that wrote a message. */
export function ProgramName({ name }: { name: string }) {
  const { icon: Icon } = ORIGIN_LOOKS.mcp;
  return (
    <p className="mb-1.5 flex items-center gap-1.5 text-meta leading-5 text-ink-3">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{t("fromProgram", { name })}</span>
    </p>
  );
}

/** A call that a program made over MCP. */
export function ProgramLine({ text, at }: { text: string; at: string | undefined }) {
  const { icon: Icon } = ORIGIN_LOOKS.mcp;
  return (
    <div className="flex gap-2.5 text-ui text-ink-2">
      <h2 className="sr-only">{t("programCall")}</h2>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 wrap-anywhere">{text}</p>
      {at && <Clock at={at} className="shrink-0 text-meta leading-5 text-ink-3 tabular-nums" />}
    </div>
  );
}
