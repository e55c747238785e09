"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { Skeleton } from "@/components/ui/skeleton";
import type { Revision } from "@/lib/shared/history";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/versions";
import { type Item, isAbout, listVersions } from "./api";
import { Changes } from "./changes";
import { useVersionChanges } from "./use-version-changes";

type WrittenVersionProps = { item: Item; messageId: string; toolCallId: string };
type Found = { written: Revision; before: Revision | undefined; live: Revision | undefined };

/** Compares the version that a call wrote with the previous one. */
export function WrittenVersion({ item: { kind, name }, messageId, toolCallId }: WrittenVersionProps) {
  const { data, isError } = useQuery({
    queryKey: ["history", "written", kind, name, messageId, toolCallId],
    queryFn: async ({ signal }) =>
      find((await listVersions({ kind, name }, undefined, signal)).revisions, messageId, toolCallId),
    meta: { outdatedBy: isAbout({ kind, name }) },
  });
  // On failure show nothing: the result of the call is visible without it.
  const found = isError ? null : data;
  if (found === null) return null;
  if (!found) return <Skeleton className="h-24" />;
  return <Written {...found} />;
}

function find(revisions: readonly Revision[], messageId: string, toolCallId: string): Found | null {
  const written = revisions.find(
    ({ cause }) =>
      cause && "toolCallId" in cause && cause.toolCallId === toolCallId && cause.messageId === messageId,
  );
  if (!written) return null;
  return {
    written,
    before: revisions.find(({ live, version }) => live && version < written.version),
    live: revisions.find(({ live }) => live),
  };
}

function Written({ written, before, live }: Found) {
  const { changes, problem } = useVersionChanges(written.kind, before?.id, written.id);
  const isLive = live?.id === written.id;
  return (
    <section aria-label={common("changes")} className="flex flex-col gap-2">
      <div className="max-h-80 overflow-auto rounded-in bg-sheet">
        {changes ? (
          <Changes changes={changes} />
        ) : problem ? (
          <p className="px-4 py-3 text-ink-2">{clientText("loadFailed", { error: problem })}</p>
        ) : (
          <Skeleton className="h-24" />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button asChild variant="ghost" size="sm">
          <Link href={`/agent/history/${written.id}`}>{t("inHistory", { version: written.version })}</Link>
        </Button>
        {!isLive && live && (
          <span className="text-meta text-ink-3">{t("liveNow", { version: live.version })}</span>
        )}
      </div>
    </section>
  );
}
