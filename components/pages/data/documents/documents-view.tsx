"use client";

import { Plus, Trash2 } from "lucide-react";
import { type ComponentProps, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { keyText } from "@/components/draw/grid/cells";
import { nextSorting } from "@/components/draw/grid/column";
import { Grid } from "@/components/draw/grid/grid";
import { useSelection } from "@/components/draw/grid/selection";
import { useUndoKeys } from "@/components/draw/grid/undo";
import { Button } from "@/components/ui/button";
import { useStable } from "@/components/ui/kit/hooks/use-stable";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as data } from "@/lib/shared/i18n/en/data";
import { t } from "@/lib/shared/i18n/en/dataDocuments";
import type { Row, RowPages } from "../row-pages";
import { RowSearch } from "../row-search";
import { deleteDocuments, type Wanted } from "./api";
import { columnsOf, documentEditing } from "./columns";
import { DocumentDialog } from "./document-dialog";
import { DocumentUndoButtons } from "./document-undo-buttons";
import type { DocumentEdits } from "./edits";
import { documentOf, fieldsOf, filterOf } from "./fields";
import { JsonList } from "./json-list";
import { useDocuments } from "./use-documents";

/**
 * Number of first rows that determine the columns and their widths. Also the number of placeholder rows while
 * loading.
 */
const SAMPLE = 60;
const WAITING = 12;
const TYPING_MS = 200;

type DocumentsViewProps = { collection: string; view: "table" | "json"; canEdit: boolean };

export function DocumentsView({ collection, view, canEdit }: DocumentsViewProps) {
  const [text, setText] = useState("");
  const [sort, setSort] = useState<Wanted["sort"]>();
  const [message, say] = useState("");
  const searchedFields = useRef<readonly string[]>(["_id"]);
  const read = filterOf(text, searchedFields.current);
  const filter = useSettled("filter" in read ? read.filter : undefined);
  const wanted = useStable({ filter, ...(sort && { sort }) });
  const { pages, edits, hold } = useDocuments(collection, wanted, say);
  const sample = useStable(rowsOf(pages, SAMPLE));
  const fields = useStable(fieldsOf(sample.map(documentOf)));
  searchedFields.current = fields.length > 1 ? fields : searchedFields.current;
  const columns = useMemo(() => columnsOf(fields, sample, canEdit), [fields, sample, canEdit]);

  const [open, setOpen] = useState<Row | "new">();
  const area = useRef<HTMLDivElement>(null);
  useUndoKeys(area, edits, true);
  const keyAt = useCallback(
    (index: number) => {
      const row = pages.row(index);
      return row?.key && { id: keyText(row.key), key: row };
    },
    [pages],
  );
  const selection = useSelection(keyAt);
  const refresh = useCallback(() => pages.refresh(), [pages]);
  const editing = useMemo(
    () =>
      documentEditing({
        ...{ collection, fields, edits, say, onHold: hold, onOld: refresh },
        openRow: (index) => setOpen(pages.row(index)),
      }),
    [collection, fields, edits, hold, pages, refresh],
  );
  const remove = async () => {
    const rows = selection.keys();
    selection.clear();
    await removeRows(collection, rows, edits).then(say);
    refresh();
  };
  const isChoice = Object.keys(wanted.filter).length > 0;
  const problem = "problem" in read ? read.problem : undefined;
  return (
    <div
      ref={area}
      className="flex min-h-0 flex-1 flex-col overflow-hidden bg-sheet md:mx-7 md:mb-7 md:rounded-sheet md:shadow-sheet"
    >
      <DocumentsBar
        search={{ name: collection, text, isWrong: problem !== undefined, onText: setText }}
        chosen={selection.count}
        edits={canEdit ? edits : undefined}
        onRemove={() => void remove()}
        onDone={refresh}
        onAdd={() => setOpen("new")}
      />
      {view === "json" ? (
        <JsonList pages={pages} isChoice={isChoice} onOpen={setOpen} />
      ) : (
        <Grid
          label={t("documentsOf", { collection })}
          columns={columns}
          rows={{ count: pages.head ? pages.count : WAITING, at: (index) => pages.row(index) }}
          sample={sample}
          sorting={sort && { column: fields.indexOf(sort.field), desc: sort.desc }}
          onSort={(at) => setSort((before) => sortedNext(before, fields[at] ?? "_id"))}
          onWant={pages.want}
          editing={canEdit ? editing : undefined}
          selection={canEdit ? selection : undefined}
          order={wanted}
          hasGutter
          className="min-h-0 flex-1 overscroll-contain"
        >
          {pages.head && (
            <p className="sticky left-0 px-4 py-10 text-center text-ink-2">
              {isChoice ? data("noMatches") : t("noDocuments")}
            </p>
          )}
        </Grid>
      )}
      <DocumentsFoot pages={pages} message={problem ?? message} />
      {open !== undefined && (
        <DocumentDialog
          collection={collection}
          document={open === "new" ? undefined : documentOf(open)}
          neighbours={sample.map(documentOf)}
          canEdit={canEdit}
          edits={edits}
          onDone={(message) => {
            say(message);
            refresh();
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

async function removeRows(collection: string, rows: readonly Row[], edits: DocumentEdits): Promise<string> {
  const ids = rows.map((row) => documentOf(row)._id);
  try {
    await edits.make(() => deleteDocuments(collection, ids), t("deleting", { count: ids.length }));
    return t("documentsDeleted", { count: ids.length });
  } catch (error) {
    return t("nothingDeleted", { error: failureText(error) });
  }
}

type BarProps = {
  search: Pick<ComponentProps<typeof RowSearch>, "name" | "text" | "isWrong" | "onText">;
  chosen: number;
  /** Undefined if the collection is read-only. */
  edits: DocumentEdits | undefined;
  onRemove: () => void;
  onDone: () => void;
  onAdd: () => void;
};

function DocumentsBar({ search, chosen, edits, onRemove, onDone, onAdd }: BarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2.5 max-md:px-3">
      <RowSearch {...search} placeholder={t("searchHint")} className="md:max-w-80" />
      {edits && (
        <div className="flex items-center gap-1 md:ml-auto">
          {chosen > 0 && (
            <Button variant="destructive" className="mr-1" onClick={onRemove}>
              <Trash2 aria-hidden />
              {t("deleteDocuments", { count: chosen })}
            </Button>
          )}
          <DocumentUndoButtons edits={edits} onDone={onDone} />
          <Button variant="outline" onClick={onAdd}>
            <Plus aria-hidden />
            <span className="max-md:sr-only">{t("addDocument")}</span>
          </Button>
        </div>
      )}
    </div>
  );
}

function DocumentsFoot({ pages, message }: { pages: RowPages; message: string }) {
  return (
    <footer className="flex min-h-10 shrink-0 items-center gap-4 border-line border-t px-4 text-meta text-ink-3">
      {pages.problem === undefined ? (
        <span aria-live="polite" className="shrink-0 tabular-nums">
          {pages.head ? t("documentCount", { count: pages.head.total }) : common("reading")}
        </span>
      ) : (
        <p role="alert" className="min-w-0 flex-1 py-2 text-danger wrap-anywhere">
          {failureText(pages.problem)}
        </p>
      )}
      <span role="status" className="min-w-0 flex-1 py-2 wrap-anywhere">
        {message}
      </span>
    </footer>
  );
}

function sortedNext(before: Wanted["sort"], field: string): Wanted["sort"] {
  const next = nextSorting(before && { column: before.field, desc: before.desc }, field);
  return next && { field: next.column, desc: next.desc };
}

/** Debounces the filter. While the user's text is not a valid filter, returns the last valid filter. */
function useSettled(parsed: Wanted["filter"] | undefined): Wanted["filter"] {
  const last = useRef<Wanted["filter"]>({});
  if (parsed) last.current = parsed;
  const wanted = useStable(last.current);
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    if (wanted === settled) return;
    const timer = setTimeout(() => setSettled(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [wanted, settled]);
  return settled;
}

const rowsOf = (pages: RowPages, max: number): readonly Row[] =>
  Array.from({ length: Math.min(max, pages.count) }, (_, at) => pages.row(at) ?? []).flat();
