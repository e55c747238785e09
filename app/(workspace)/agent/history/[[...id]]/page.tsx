import { notFound } from "next/navigation";
import { titled } from "@/app/page-metadata";
import { HistoryPage } from "@/components/pages/history/history-page";
import { placeOf } from "@/components/pages/history/history-url";
import { requirePage } from "@/lib/platform/access/require-page";
import { t as common } from "@/lib/shared/i18n/en/common";
import { uuid } from "@/lib/shared/ids";
import { loadHistory } from "../history";

export const metadata = titled(() => common("history"));

type Props = {
  params: Promise<{ id?: string[] }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Timeline of all changes; `/agent/history/<revision>` opens a version, `?at=<time>` a point in time. */
export default async function OneHistoryPage({ params, searchParams }: Props) {
  const { id: [idParam, ...more] = [] } = await params;
  await requirePage(idParam === undefined ? "/agent/history" : `/agent/history/${idParam}`, {
    right: "edit",
  });
  const id = idParam === undefined ? undefined : uuid.safeParse(idParam).data;
  if (more.length > 0 || (idParam !== undefined && id === undefined)) notFound();
  const query = Object.entries(await searchParams).flatMap(([key, value]) =>
    typeof value === "string" ? [[key, value]] : [],
  );
  const { kind, name, author } = placeOf("", new URLSearchParams(query));
  const { entry, ...loaded } = await loadHistory({ kind, name, author }, id);
  if (entry === null) notFound();
  return <HistoryPage {...loaded} entry={entry} now={new Date().toISOString()} />;
}
