"use client";

import { useEffect } from "react";
import { usePagedList } from "@/components/client/paged-list";
import { isAbout } from "@/components/versions/api";
import { wordsOf } from "@/components/versions/trouble";
import type { Revision } from "@/lib/shared/history";
import { readVersions } from "./api";

const idOf = ({ id }: Revision): string => id;

/**
 * The versions of a thing from the newest down to the one that was live before `revision`, kept up with what changes;
 * older ones on request.
 */
export function useThingVersions({ kind, name, version }: Revision) {
  const { list, error, reload, older } = usePagedList({
    key: ["history", "versions", kind, name],
    read: async (cursor, signal) => {
      const { revisions, nextCursor } = await readVersions({ kind, name }, cursor, signal);
      return { items: revisions, nextCursor };
    },
    idOf,
    outdatedBy: isAbout({ kind, name }),
  });
  const isShallow = list !== undefined && older !== undefined && !liveBefore(list.items, version);
  const isMissing = isShallow && !older.isBusy && !older.error;
  useEffect(() => {
    if (isMissing) older.load();
  }, [isMissing, older]);

  const problem = isShallow ? older.error : list ? null : error;
  return {
    versions: isShallow ? undefined : list?.items,
    problem: problem ? wordsOf(problem) : undefined,
    again: () => (isShallow ? older.load() : void reload()),
    older,
  };
}

/** The one that was live before a version. */
export const liveBefore = (versions: readonly Revision[], version: number): Revision | undefined =>
  versions.find((one) => one.live && one.version < version);
