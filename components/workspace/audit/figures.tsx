import { cn } from "@/components/ui/cn";
import { Clock } from "@/components/ui/kit/clock";
import { duration } from "@/components/ui/kit/duration";
import { formatBytes } from "@/components/ui/kit/format";
import type { Verdict } from "@/lib/shared/audit/contract";
import { t } from "@/lib/shared/i18n/en/audit";
import { t as common } from "@/lib/shared/i18n/en/common";
import { VerdictMark } from "./verdict-mark";

/** Grid columns of a list. On a phone there is one column, with the figures in a line below. */
export const COLUMNS = "md:grid md:grid-cols-[minmax(0,1fr)_72px_64px_92px_40px] md:items-center md:gap-x-3";

type FiguresProps = {
  bytes: number | null;
  ms: number | null;
  verdict: Verdict | null;
  isWaiting?: boolean;
  at: string;
  className?: string;
};

export function Figures({ bytes, ms, verdict, isWaiting, at, className }: FiguresProps) {
  const cell = "text-right text-meta whitespace-nowrap text-ink-2 tabular-nums max-md:hidden";
  return (
    <>
      <span className={cell}>{bytes === null ? null : formatBytes(bytes)}</span>
      <span className={cell}>{ms === null ? null : duration(ms)}</span>
      <VerdictMark verdict={verdict} isWaiting={isWaiting} className="pl-2 max-md:hidden" />
      <Clock at={at} className="text-right text-meta text-ink-3 tabular-nums max-md:hidden" />
      <span
        className={cn(
          "flex w-full items-center gap-x-3 text-meta text-ink-3 tabular-nums md:hidden",
          className,
        )}
      >
        <Clock at={at} />
        {bytes !== null && <span>{formatBytes(bytes)}</span>}
        {ms !== null && <span>{duration(ms)}</span>}
        <VerdictMark verdict={verdict} isWaiting={isWaiting} className="ml-auto" />
      </span>
    </>
  );
}

export const FiguresHead = ({ first }: { first: string }) => (
  <div aria-hidden className={`${COLUMNS} hidden px-5 text-meta text-ink-3`}>
    <span>{first}</span>
    <span className="text-right">{t("size")}</span>
    <span className="text-right">{t("took")}</span>
    <span className="pl-2">{t("verdict")}</span>
    <span className="text-right">{common("time")}</span>
  </div>
);
