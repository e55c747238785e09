"use client";

import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Kind } from "@/lib/shared/kinds";
import { textChanges } from "@/lib/shared/kinds";
import { readRevision } from "./api";
import { type Diff, diffOf } from "./diff";
import { troubleText } from "./trouble";

export type VersionChange = { title: string; isProse: boolean; diff: Diff };

/** What a thing is before and after a change, each as the content of a revision; null where it is not there. */
export type Contents = { before: unknown; after: unknown };
type Read = (signal: AbortSignal) => Promise<Contents>;

/**
 * Everything that differs between two contents of a thing, part by part; undefined until they have been read. With another
 * `stamp` they are read again.
 */
export const useChangesOf = (kind: Kind, read: Read, stamp: string) =>
  // Nobody says when one of them is something else: what is read is good for as long as it is shown.
  useChangesIn(kind, {
    queryKey: ["changes", kind, stamp],
    queryFn: ({ signal }) => read(signal),
    gcTime: 0,
  });

/** The same between two versions. Where one of the two is missing, the thing was not there. */
export const useVersionChanges = (
  kind: Kind,
  beforeId: string | undefined,
  afterId: string | undefined,
  stamp = "",
) =>
  useChangesIn(kind, {
    queryKey: ["changes", kind, "versions", beforeId, afterId, stamp],
    queryFn: async ({ signal }) => {
      const [before, after] = await Promise.all([contentOf(beforeId, signal), contentOf(afterId, signal)]);
      return { before, after };
    },
    // Quick changes of a value are one version.
    refetchOnMount: "always",
  });

function useChangesIn(kind: Kind, options: UseQueryOptions<Contents>) {
  const { data, error, refetch } = useQuery(options);
  const changes = useMemo(() => data && changesOf(kind, data), [kind, data]);
  return {
    changes,
    problem: error && !data ? troubleText(error) : undefined,
    again: () => void refetch(),
  };
}

/** The content of a version; null without one. */
export const contentOf = async (id: string | undefined, signal?: AbortSignal): Promise<unknown> =>
  id === undefined ? null : (await readRevision(id, signal)).content;

const changesOf = (kind: Kind, { before, after }: Contents): VersionChange[] =>
  textChanges(kind, before, after).map(({ title, isProse, before, text }) => ({
    title,
    isProse,
    diff: diffOf(before, text),
  }));
