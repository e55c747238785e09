"use client";

import { collectionsOf, fileOf, tablesOf } from "@/components/client/events";
import { joined, type Page, usePagedListOf } from "@/components/client/paged-list";
import { useSettled } from "@/components/ui/kit/hooks/use-settled";
import type { EntryKind, FileEntries, FileEntry } from "@/lib/shared/file-entries";
import { listEntries } from "./api";

const TYPING_MS = 200;

export const ENTRIES = ["files"] as const;

/** A list with the details of its first page. */
type Entries = Page<FileEntry> & Pick<FileEntries, "counts" | "space" | "problem"> & { kind?: EntryKind };

const isAboutEntries = (change: string): boolean =>
  fileOf(change) !== undefined || tablesOf(change) !== undefined || collectionsOf(change) !== undefined;

export const keyOf = (entry: FileEntry): string =>
  "file" in entry ? entry.file.id : `${entry.kind} ${entry.name}`;

const pageOf = ({ entries, ...rest }: FileEntries, kind: EntryKind | undefined): Entries => ({
  ...{ items: entries, kind },
  ...rest,
});

/** Lists the entries of a kind that match a search. `first` is the page that the server has rendered. */
export function useEntries(
  first: { kind?: EntryKind; entries: FileEntries } | undefined,
  { kind, q }: { kind: EntryKind | undefined; q: string },
) {
  const text = useSettled(q, TYPING_MS);
  const { list, ...query } = usePagedListOf<FileEntry, Entries>({
    key: [...ENTRIES, { kind, text }],
    read: async (cursor, signal) => pageOf(await listEntries({ kind, q: text }, cursor, signal), kind),
    idOf: keyOf,
    outdatedBy: isAboutEntries,
    initial: first && first.kind === kind && text === "" ? pageOf(first.entries, kind) : undefined,
    keepsPrevious: true,
    join: (before, page) => ({ ...page, ...joined(before, page, keyOf) }),
  });
  return { list, isSettling: q !== text, ...query };
}
