"use client";

import dynamic from "next/dynamic";
import { useMemo } from "react";
import { retryLoad } from "@/components/ui/retry-load";
import { Skeleton } from "@/components/ui/skeleton";
import { clockWithSeconds } from "@/lib/shared/chat/time";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/sharing";
import { type Seen, useShared } from "./use-shared";

const waiting = () => (
  <div className="p-5 max-md:p-4">
    <Skeleton className="h-32" />
  </div>
);
const Blocks = dynamic(
  retryLoad(() => import("@/components/draw/blocks/blocks").then((module) => module.Blocks)),
  { ssr: false, loading: waiting },
);
const SharedComponent = dynamic(
  retryLoad(() => import("./shared-component").then((module) => module.SharedComponent)),
  { ssr: false, loading: waiting },
);

export function SharedSurface({ token }: { token: string }) {
  const seen = useShared(token);
  const { now, isGone } = seen;
  const input = useMemo(() => ({ blocks: now?.blocks }), [now]);
  if (isGone) return <Nothing />;
  return (
    <main className="min-h-dvh bg-table px-6 py-10 max-md:px-3 max-md:py-5">
      {now && <title>{now.title}</title>}
      <div className="mx-auto flex max-w-[860px] flex-col gap-4">
        <header className="flex flex-col gap-1 px-1">
          <h1 className="text-title font-strong wrap-anywhere">
            {now?.title ?? <Skeleton className="h-6 w-48" />}
          </h1>
          <Freshness {...seen} />
        </header>
        <section aria-label={t("sheet")} className="min-w-0 rounded-sheet bg-sheet shadow-sheet">
          {now?.component ? (
            <SharedComponent title={now.title} component={now.component} />
          ) : now?.blocks ? (
            <Blocks input={input} state="answered" title={now.title} />
          ) : (
            waiting()
          )}
        </section>
      </div>
    </main>
  );
}

function Freshness({ at, isLate }: Seen) {
  if (at === undefined)
    return <p className="text-meta text-ink-3">{isLate ? t("unreachable") : common("loading")}</p>;
  return (
    <p className="flex items-center gap-2 text-meta text-ink-3">
      <span
        aria-hidden
        className={isLate ? "size-2 rounded-full bg-ink-3" : "size-2 rounded-full bg-success"}
      />
      <span>
        {t.rich(isLate ? "disconnected" : "liveAsOf", {
          time: () => <time className="tabular-nums">{clockWithSeconds(new Date(at).toISOString())}</time>,
        })}
      </span>
    </p>
  );
}

function Nothing() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-table p-6">
      <title>{t("nothing")}</title>
      <div role="alert" className="flex max-w-96 flex-col gap-1">
        <h1 className="text-title font-strong">{t("nothing")}</h1>
        <p className="text-prose text-ink-2">{t("nothingAbout")}</p>
      </div>
    </main>
  );
}
