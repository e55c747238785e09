"use client";

import { useQuery } from "@tanstack/react-query";
import { IMPORTS, readImports } from "@/components/settings/imports/api";
import { canUndo } from "@/components/settings/imports/undo-import";
import type { HistoryImport } from "@/lib/shared/imports/contract";
import type { Entry, Filter } from "./api";

const NONE: readonly HistoryImport[] = [];

/** Loads the ended imports of other products for a timeline that is not limited to one item or kind. */
export function useImports({ kind, name, author }: Filter): readonly HistoryImport[] {
  const isShown = kind === undefined && name === undefined && (author === undefined || author === "import");
  const { data } = useQuery({
    queryKey: IMPORTS,
    queryFn: ({ signal }) => readImports(signal),
    ...{ staleTime: 0, enabled: isShown, select: ended },
  });
  return (isShown && data) || NONE;
}

const ended = (all: HistoryImport[]): readonly HistoryImport[] =>
  all.filter((one) => one.status === "undone" || canUndo(one));

export const timeOf = ({ endedAt, createdAt }: HistoryImport): string => endedAt ?? createdAt;

/** Leaves out the entries that a listed import or its undo wrote, because the row of the import covers them. */
export function withoutImported(
  entries: readonly Entry[],
  imports: readonly HistoryImport[],
): readonly Entry[] {
  const ids = new Set(imports.map(({ id }) => id));
  return entries.filter(
    ({ revision: { cause } }) =>
      cause === null || !("historyImport" in cause) || !ids.has(cause.historyImport.id),
  );
}

/** Leaves out imports that are older than the loaded entries. */
export const importsAmong = (imports: readonly HistoryImport[], oldest: Entry | undefined): HistoryImport[] =>
  imports.filter((one) => timeOf(one) >= (oldest?.revision.createdAt ?? ""));
