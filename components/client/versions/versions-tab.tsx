"use client";

import { useEffect, useRef, useState } from "react";
import { usePagedList } from "@/components/client/paged-list";
import type { Revision } from "@/lib/shared/history";
import { type Item, isAbout, type LineCounts, listVersions, type RevisionPage } from "./api";
import { VersionDetail } from "./version-detail";
import { VersionList } from "./version-list";

type VersionsTabProps = Item & {
  /** Undefined if no version is live. */
  live: number | undefined;
  initial: RevisionPage;
  lines: LineCounts;
  now: string;
};

export function VersionsTab({ kind, name, live, initial, lines, now }: VersionsTabProps) {
  const { list: found, older } = usePagedList({
    key: ["history", "versions of", kind, name],
    read: async (cursor, signal) => pageOf(await listVersions({ kind, name }, cursor, signal)),
    idOf,
    outdatedBy: isAbout({ kind, name }),
    initial: pageOf(initial),
  });
  const versions = found?.items ?? [];
  const [open, setOpen] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  const left = useRef<number>(undefined);
  useEffect(() => {
    if (open !== undefined || left.current === undefined) return;
    // Return the keyboard focus to the row that was open.
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
      <VersionList versions={versions} lines={lines} live={live} now={now} onOpen={setOpen} older={older} />
    </div>
  );
}

const idOf = ({ id }: Revision): string => id;
const pageOf = ({ revisions, nextCursor }: RevisionPage) => ({ items: revisions, nextCursor });
