"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { Skeleton } from "@/components/ui/skeleton";
import type { Revision } from "@/lib/shared/history";
import { type Item, isAbout, listVersions } from "./api";
import { Changes } from "./changes";
import { useRestore } from "./use-restore";
import { useVersionChanges } from "./use-version-changes";

type WrittenVersionProps = { item: Item; messageId: string; toolCallId: string };
type Found = { written: Revision; before: Revision | undefined; live: Revision | undefined };

/**
 * Compares the version that a call wrote with the previous one, and offers to undo it while it is the latest
 * live version.
 */
export function WrittenVersion({ item: { kind, name }, messageId, toolCallId }: WrittenVersionProps) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["history", "written", kind, name, messageId, toolCallId],
    queryFn: async ({ signal }) =>
      find((await listVersions({ kind, name }, undefined, signal)).revisions, messageId, toolCallId),
    meta: { outdatedBy: isAbout({ kind, name }) },
  });
  const reload = useCallback(() => void refetch(), [refetch]);
  // On failure show nothing: the result of the call is visible without it.
  const found = isError ? null : data;
  if (found === null) return null;
  if (!found) return <Skeleton className="h-24" />;
  return <Written {...found} onChange={reload} />;
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

function Written({ written, before, live, onChange }: Found & { onChange: () => void }) {
  const { changes, problem } = useVersionChanges(written.kind, before?.id, written.id);
  const { outcome, restore } = useRestore(written.id, onChange);
  const isLive = live?.id === written.id;
  return (
    <section aria-label="Changes" className="flex flex-col gap-2">
      <div className="max-h-80 overflow-auto rounded-in bg-sheet">
        {changes ? (
          <Changes changes={changes} />
        ) : problem ? (
          <p className="px-4 py-3 text-ink-2">Could not load the change. {problem}</p>
        ) : (
          <Skeleton className="h-24" />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isLive && before && (
          <Button
            variant="outline"
            size="sm"
            aria-disabled={outcome === "busy"}
            onClick={() => void restore(before, live)}
          >
            Undo
          </Button>
        )}
        <Button asChild variant="ghost" size="sm">
          <Link href={`/agent/history/${written.id}`}>Version {written.version} in History</Link>
        </Button>
        {!isLive && live && <span className="text-meta text-ink-3">Version {live.version} is live now</span>}
        {typeof outcome === "object" && (
          <p role="alert" className="w-full text-meta">
            Not undone.{" "}
            {outcome.kind === "conflict" ? "Another version went live in the meantime." : outcome.message}
          </p>
        )}
      </div>
    </section>
  );
}
