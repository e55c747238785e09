"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { Revision } from "@/lib/shared/history";
import { type LineCounts, listVersions, type RevisionPage, type Thing } from "./api";
import { VersionDetail } from "./version-detail";
import { VersionList } from "./version-list";

type VersionsTabProps = Thing & {
  /** The version that is live; undefined when none is. */
  live: number | undefined;
  known: RevisionPage;
  lines: LineCounts;
  now: string;
};

/** Every version of a thing: a list, and one of them beside another. */
export function VersionsTab({ kind, name, live, known, lines, now }: VersionsTabProps) {
  const { versions, loadOlder } = useVersions({ kind, name }, known);
  const [open, setOpen] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  const left = useRef<number>(undefined);
  useEffect(() => {
    if (open !== undefined || left.current === undefined) return;
    // Who uses the keyboard goes on from the row that they came from.
    list.current?.querySelector<HTMLElement>(`[data-version="${left.current}"]`)?.focus();
    left.current = undefined;
  }, [open]);
  const chosen = versions.find(({ version }) => version === open);
  if (chosen)
    return (
      <VersionDetail
        key={chosen.id}
        chosen={chosen}
        versions={versions}
        live={live}
        now={now}
        onBack={() => {
          left.current = open;
          setOpen(undefined);
        }}
      />
    );
  return (
    <div ref={list}>
      <VersionList
        versions={versions}
        lines={lines}
        live={live}
        now={now}
        onOpen={setOpen}
        onOlder={loadOlder}
      />
    </div>
  );
}

/** The versions that are known, newest first; older ones on request. */
function useVersions(thing: Thing, known: RevisionPage) {
  const [older, setOlder] = useState<RevisionPage>();
  const versions = useMemo(() => {
    const all = new Map<string, Revision>();
    for (const revision of [...known.revisions, ...(older?.revisions ?? [])]) all.set(revision.id, revision);
    return [...all.values()].sort((a, b) => b.version - a.version);
  }, [known, older]);
  const cursor = older ? older.nextCursor : known.nextCursor;
  const loadOlder =
    cursor === undefined
      ? undefined
      : async () => {
          const page = await listVersions(thing, cursor);
          // With those of the first page: newer ones may push some of them out of it.
          setOlder({ ...page, revisions: [...versions, ...page.revisions] });
        };
  return { versions, loadOlder };
}
