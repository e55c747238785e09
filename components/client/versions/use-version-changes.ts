"use client";

import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { textChanges } from "@/lib/shared/kind-texts";
import type { Kind } from "@/lib/shared/kinds";
import { readRevision } from "./api";
import { type Diff, diffOf } from "./diff";
import { troubleText } from "./trouble";

export type VersionChange = { title: string; isProse: boolean; diff: Diff };

/** Revision content of an item before and after a change; null at a time at which the item does not exist. */
export type Contents = { before: unknown; after: unknown };
type Read = (signal: AbortSignal) => Promise<Contents>;

/**
 * Compares two contents of an item part by part. `changes` is undefined while loading. A new `stamp` reads both
 * contents again.
 */
export const useChangesOf = (kind: Kind, read: Read, stamp: string) =>
  // No event reports changes of the contents, so do not cache them.
  useChangesIn(kind, {
    queryKey: ["changes", kind, stamp],
    queryFn: ({ signal }) => read(signal),
    gcTime: 0,
  });

/** Compares two versions. A missing id means that the item did not exist. */
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
    // Consecutive edits of a value update the same version, so its content can change.
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

export const contentOf = async (id: string | undefined, signal?: AbortSignal): Promise<unknown> =>
  id === undefined ? null : (await readRevision(id, signal)).content;

const changesOf = (kind: Kind, { before, after }: Contents): VersionChange[] =>
  textChanges(kind, before, after).map(({ title, isProse, before, text }) => ({
    title,
    isProse,
    diff: diffOf(before, text),
  }));
