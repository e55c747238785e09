"use client";

import type { ReactNode } from "react";
import { failureText } from "@/components/client/failure";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Sheet, SheetContent, SheetDescription, SheetHeader, SheetTitle } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { useIsMobile } from "@/components/ui/use-mobile";
import { type Point, pointLabel } from "@/lib/shared/chat/points";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/why";
import type { Step, Why } from "@/lib/shared/why/contract";
import { type AskedPlace, useWhy } from "./api";
import { Steps } from "./steps";

type WhyPanelProps = { place: AskedPlace; title: string; onClose: () => void };

/** Shows the causes of a place on a surface, newest first, each with a link to its page. */
export function WhyPanel({ place, title, onClose }: WhyPanelProps) {
  const isPhone = useIsMobile();
  const { data, error, refetch } = useWhy(place);
  const { point } = place;
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent side={isPhone ? "bottom" : "right"} className="bg-sheet md:w-105">
        <SheetHeader className="px-5 pt-4 pb-3">
          <SheetTitle>{t("title")}</SheetTitle>
          <SheetDescription className="line-clamp-3 wrap-anywhere">
            {placeText(title, point)}
          </SheetDescription>
        </SheetHeader>
        <div className="flex flex-col gap-5 px-5 pb-6">
          {data ? (
            <Causes why={data} isPlace={point !== undefined} />
          ) : error ? (
            <LoadFailure isInline onRetry={() => void refetch()}>
              {t("loadError", { error: failureText(error) })}
            </LoadFailure>
          ) : (
            <Skeleton className="h-40 rounded-in" />
          )}
        </div>
      </SheetContent>
    </Sheet>
  );
}

/** Returns the place of a cell with its text, or the whole text of another place. */
function placeText(title: string, point: Point | undefined): string {
  if (!point) return title;
  const isCell = point.row !== undefined || point.column !== undefined;
  const place = isCell ? pointLabel({ ...point, title }) : common("quoted", { text: title });
  return point.text === "" ? place : `${place}: ${point.text}`;
}

function Causes({ why: { sources, made, isComplete }, isPlace }: { why: Why; isPlace: boolean }) {
  const [first] = sources;
  // A source in the same answer has the same cost.
  const isNamed = (step: Step) =>
    step.kind === "cost" &&
    sources.some(({ steps }) => steps.some((one) => one.kind === "cost" && one.messageId === step.messageId));
  return (
    <>
      {sources.length > 1 && <p className="text-ink-2">{t(isPlace ? "several" : "parts")}</p>}
      {isPlace && !first && <p className="text-ink-2">{t("none")}</p>}
      {!isComplete && <p className="text-meta text-ink-3">{t("incomplete")}</p>}
      {sources.map(({ steps }, at) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: sources have no ids
          key={at}
          title={sources.length > 1 ? t("source", { nth: at + 1 }) : t("causes")}
        >
          <Steps steps={steps} />
        </Part>
      ))}
      <Part title={t("made")}>
        <Steps steps={made.filter((step) => !isNamed(step))} />
      </Part>
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="flex flex-col gap-2">
    <h3 className="text-meta text-ink-3">{title}</h3>
    {children}
  </section>
);
