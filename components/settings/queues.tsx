"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { failureText } from "@/components/client/failure";
import { request } from "@/components/client/request";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/settings";
import { formatTag } from "@/lib/shared/i18n/locale";
import { type QueueView, queueList } from "@/lib/shared/jobs/queues";
import { titleOfQueue } from "@/lib/shared/jobs/titles";

const QUEUES = ["queues"] as const;
/** Poll, because no event reports changes of background jobs. */
const AGAIN_MS = 5_000;

export function Queues() {
  const { data, error, refetch } = useQuery({
    queryKey: QUEUES,
    queryFn: async ({ signal }) =>
      queueList.parse(await (await request("/api/queues", { signal })).json()).queues,
    refetchInterval: AGAIN_MS,
    staleTime: 0,
  });
  if (data && data.length > 0)
    return (
      <ul className="divide-y divide-line rounded-sheet bg-sheet shadow-sheet">
        {data.map((queue) => (
          <QueueRow key={queue.name} queue={queue} />
        ))}
      </ul>
    );
  if (data) return <p className="text-ink-2">{t("noWork")}</p>;
  if (!error) return <Skeleton className="h-60 rounded-sheet" />;
  return (
    <LoadFailure onRetry={() => void refetch()}>{t("notLoaded", { error: failureText(error) })}</LoadFailure>
  );
}

function QueueRow({ queue }: { queue: QueueView }) {
  const { name, everySeconds, waiting, active, failed, lastError, lastDoneAt } = queue;
  const title = titleOfQueue(name);
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => request(`/api/queues/${encodeURIComponent(name)}/retry`, { method: "POST" }),
    onSuccess: () => client.invalidateQueries({ queryKey: QUEUES }),
  });
  const now = new Date().toISOString();
  const counts = [
    waiting > 0 && t("waiting", { count: waiting }),
    active > 0 && t("active", { count: active }),
    failed > 0 && t("failed", { count: failed }),
  ].filter(Boolean);
  return (
    <li className="flex items-start gap-3 px-5 py-3 max-md:px-4">
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="font-medium wrap-anywhere">{title}</span>
        <span className="text-meta text-ink-3">
          <code className="font-mono">{name}</code>
          {everySeconds !== null && `, ${t("every", { interval: formatInterval(everySeconds) })}`}
        </span>
        {lastError && failed > 0 && (
          <span className="text-meta text-danger wrap-anywhere">
            <When at={lastError.at} now={now} />: {lastError.message}
          </span>
        )}
        {retry.error && (
          <span role="alert" className="text-meta text-danger wrap-anywhere">
            {t("notRetried", { error: failureText(retry.error) })}
          </span>
        )}
      </div>
      <div className="shrink-0 text-right text-meta text-ink-2 tabular-nums">
        <p>{counts.length > 0 ? counts.join(", ") : t("nothingWaiting")}</p>
        {lastDoneAt && (
          <p className="text-ink-3">
            {t.rich("doneAt", { when: () => <When key="when" at={lastDoneAt} now={now} /> })}
          </p>
        )}
      </div>
      {failed > 0 && (
        <Button
          variant="outline"
          size="sm"
          aria-label={t("retryTitle", { title })}
          aria-disabled={retry.isPending}
          onClick={() => !retry.isPending && retry.mutate()}
        >
          <RotateCcw aria-hidden />
          {t("retry")}
        </Button>
      )}
    </li>
  );
}

function formatInterval(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7_200
        ? [Math.round(seconds / 60), "minute"]
        : [Math.round(seconds / 3_600), "hour"];
  return count.toLocaleString(formatTag(), { style: "unit", unit, unitDisplay: "long" });
}
