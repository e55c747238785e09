"use client";

import { useQuery } from "@tanstack/react-query";
import { readRehearsals } from "@/components/client/versions/rehearsals";
import { troubleText } from "@/components/client/versions/trouble";
import { When } from "@/components/client/versions/when";
import Link from "@/components/ui/kit/agent-base";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { TabPage } from "@/components/ui/kit/page/tab-page";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/rehearsals";
import type { RehearsalView } from "@/lib/shared/rehearsals";
import { stateOf } from "./state";

export function RehearsalsPage({ now }: { now: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["rehearsals"],
    queryFn: ({ signal }) => readRehearsals(signal),
    refetchOnMount: "always",
  });
  return (
    <TabPage title={t("rehearsals")}>
      <p className="max-w-160 text-pretty text-ink-2">{t("about")}</p>
      {error && !data ? (
        <LoadFailure onRetry={() => void refetch()}>
          {t("loadError", { error: troubleText(error) })}
        </LoadFailure>
      ) : !data ? (
        <Skeleton className="h-32" />
      ) : data.length === 0 ? (
        <p className="max-w-160 text-pretty">{t("none")}</p>
      ) : (
        <ul className="divide-y divide-line overflow-clip rounded-sheet bg-sheet shadow-sheet">
          {data.map((one) => (
            <Row key={one.id} rehearsal={one} now={now} />
          ))}
        </ul>
      )}
    </TabPage>
  );
}

const Row = ({ rehearsal, now }: { rehearsal: RehearsalView; now: string }) => (
  <li>
    <Link
      href={`/agent/rehearsals/${rehearsal.id}`}
      className="flex min-h-11 items-center gap-3 px-4 py-1.5 -outline-offset-2 transition-colors hover:bg-fill-hover max-md:flex-col max-md:items-start max-md:gap-0 max-md:py-2"
    >
      <span className="min-w-0 flex-1 truncate font-medium max-md:max-w-full">{rehearsal.title}</span>
      <span className="flex shrink-0 gap-3 text-meta text-ink-2 tabular-nums">
        <span>{stateOf(rehearsal)}</span>
        <When at={rehearsal.takenAt} now={now} />
      </span>
    </Link>
  </li>
);
