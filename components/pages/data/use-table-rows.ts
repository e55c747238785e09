"use client";

import { EditLog } from "@/components/draw/grid/edit-log";
import { isAboutData } from "./about-data";
import { readRows, type Wanted } from "./api";
import type { RowPages } from "./row-pages";
import { useEditedPages } from "./use-edited-pages";

/**
 * Time in ms after an edit before sorted or filtered rows are refetched. A refetch may move the edited row.
 */
const CALM_MS = 4_000;

export const useTableRows = (table: string, wanted: Wanted, isOrdered: boolean) =>
  useEditedPages({
    ...{ read: readRows, name: table, wanted, logOf },
    isAbout: isAboutData(table),
    delay: ({ wroteAt }) => (isOrdered ? wroteAt + CALM_MS - performance.now() : 0),
  });

const logOf = (pages: RowPages) =>
  new EditLog({
    show: ({ key, set }) => pages.change(key, set),
    written({ edit, row, key }) {
      if (edit.kind === "set" && row) pages.change(edit.key, row, key);
      else pages.refresh();
    },
    refused(edit, isOld) {
      if (edit.kind === "set") pages.change(edit.key, edit.was);
      if (isOld) pages.refresh();
    },
  });
