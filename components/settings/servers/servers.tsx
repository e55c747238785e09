"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MCP, SETTINGS } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { readServers, SERVERS } from "@/components/client/mcp";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Skeleton } from "@/components/ui/skeleton";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t } from "@/lib/shared/i18n/en/settingsServers";
import { AddServer } from "./add-server";
import { ServerRow } from "./server-row";

export function Servers() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: SERVERS,
    queryFn: ({ signal }) => readServers(signal),
    meta: { outdatedBy: (change: string) => change === MCP || change === SETTINGS },
  });
  const reload = () => client.invalidateQueries({ queryKey: SERVERS });
  return (
    <>
      <TitledCard title={t("servers")} about={t("serversHint")}>
        {data?.length === 0 && <p className="text-ink-2">{clientText("none")}</p>}
        {data && data.length > 0 && (
          <ul className="flex flex-col divide-y divide-line">
            {data.map((server) => (
              <ServerRow key={server.id} server={server} onChanged={reload} />
            ))}
          </ul>
        )}
        {!data && !error && <Skeleton className="h-12" />}
        {!data && error && (
          <LoadFailure onRetry={() => void refetch()}>
            {clientText("loadFailed", { error: failureText(error) })}
          </LoadFailure>
        )}
      </TitledCard>
      <AddServer onAdded={reload} />
    </>
  );
}
