"use client";

import { useQuery } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { type Item, isAbout, listVersions } from "@/components/client/versions/api";
import { VersionsTab } from "@/components/client/versions/versions-tab";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/memory";

type VersionsOfProps = Item & { live: number | undefined; now: string };

export function VersionsOf({ kind, name, live, now }: VersionsOfProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["memory", "versions", kind, name],
    queryFn: ({ signal }) => listVersions({ kind, name }, undefined, signal),
    meta: { outdatedBy: isAbout({ kind, name }) },
  });
  if (data) return <VersionsTab kind={kind} name={name} live={live} initial={data} lines={{}} now={now} />;
  if (!error) return <Skeleton className="h-24" />;
  return (
    <LoadFailure onRetry={() => void refetch()}>{t("loadError", { error: failureText(error) })}</LoadFailure>
  );
}
