"use client";

import { Trash2 } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { failureText } from "@/components/client/failure";
import { focusItself } from "@/components/client/shell/focus";
import { editableText, isSame, isWhole, type Shown } from "@/components/draw/grid/cells";
import type { EditLog } from "@/components/draw/grid/edit-log";
import type { Edit, Values } from "@/components/draw/grid/edits";
import { Refusals } from "@/components/draw/grid/refusals";
import { Button } from "@/components/ui/button";
import { PanelDialog, PanelFooter } from "@/components/ui/kit/dialogs/panel-dialog";
import type { Cell } from "@/lib/shared/data/cell";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/data";
import { affinityOf } from "./affinity";
import { type Column, readCell } from "./api";
import { parseCell } from "./parse-cell";
import { RowField } from "./row-field";
import type { Row } from "./row-pages";

type RowDialogProps = {
  table: string;
  columns: readonly Column[];
  editable: readonly string[];
  named: readonly string[];
  /** Undefined for a new row. */
  row: Row | undefined;
  at: number | undefined;
  edits: EditLog;
  onAdded: () => void;
  onClose: () => void;
};

/**
 * Text that the user entered, or null if the user set NULL. Undefined if the user has not changed the field.
 */
export type Written = string | null | undefined;

export function RowDialog(props: RowDialogProps) {
  const { table, editable, named, row: opened, at, edits, onAdded, onClose } = props;
  // Keep the form's columns while the user edits, even if the table changes.
  const [columns] = useState(props.columns);
  // Compare edits with the row that the user opened, even if the rows are refetched.
  const [row] = useState(opened);
  const [written, setWritten] = useState<Readonly<Record<string, Written>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const { cells, trouble } = useWholeCells(table, columns, row);
  const isNew = row === undefined;

  const make = async (edit: Edit) => {
    if (isBusy) return;
    setIsBusy(true);
    edits.dismiss();
    const isMade = await edits.make(edit);
    setIsBusy(false);
    if (!isMade) return;
    if (isNew) onAdded();
    onClose();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const { set, was, wrong } = changesOf(columns, cells, written);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return;
    if (isNew) return make({ kind: "insert", table, rows: [set], named });
    if (row.key && Object.keys(set).length > 0) return make({ kind: "set", table, key: row.key, set, was });
    onClose();
  };
  const close = () => {
    edits.dismiss();
    onClose();
  };
  return (
    <PanelDialog
      title={isNew ? t("newRow") : t("rowTitle", { row: (at ?? 0) + 1 })}
      about={table}
      aboutClassName="truncate font-mono text-meta"
      onOpenAutoFocus={isNew ? undefined : focusItself}
      onClose={close}
    >
      <form onSubmit={save} className="flex min-h-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 py-4">
          {trouble && <p role="alert">{t("fullTextFailed", { error: trouble })}</p>}
          {columns.map((column, index) => (
            <RowField
              key={column.name}
              column={column}
              cell={isNew ? undefined : cells[index]}
              written={written[column.name]}
              isNew={isNew}
              isEditable={isNew || (row.key !== undefined && editable.includes(column.name))}
              problem={problems[column.name]}
              onWrite={(text) => {
                setWritten((before) => ({ ...before, [column.name]: text }));
                setProblems(({ [column.name]: _, ...others }) => others);
              }}
            />
          ))}
        </div>
        <Refusals edits={edits} onDecided={onClose} className="border-line border-t px-5" />
        <PanelFooter>
          {row?.key && (
            <Button
              variant="destructive"
              className="mr-auto"
              onClick={() => row.key && void make({ kind: "delete", table, keys: [row.key] })}
            >
              <Trash2 aria-hidden />
              {common("delete")}
            </Button>
          )}
          <Button variant="outline" onClick={close}>
            {common("cancel")}
          </Button>
          <Button type="submit" aria-disabled={isBusy}>
            {isNew ? t("add") : common("save")}
          </Button>
        </PanelFooter>
      </form>
    </PanelDialog>
  );
}

function useWholeCells(table: string, columns: readonly Column[], row: Row | undefined) {
  const [whole, setWhole] = useState<Readonly<Record<string, Cell>>>({});
  const [trouble, setTrouble] = useState<string>();
  useEffect(() => {
    const { key } = row ?? {};
    if (!row || !key) return;
    let isLeft = false;
    for (const [at, { name }] of columns.entries()) {
      const cell = row.cells[at] ?? null;
      if (typeof cell !== "object" || cell === null || !("$text" in cell)) continue;
      readCell(table, key, name).then(
        (cell) => !isLeft && setWhole((before) => ({ ...before, [name]: cell })),
        (error) => !isLeft && setTrouble(failureText(error)),
      );
    }
    return () => {
      isLeft = true;
    };
  }, [table, columns, row]);
  const cells = columns.map(({ name }, at): Shown => whole[name] ?? row?.cells[at] ?? null);
  return { cells, trouble };
}

function changesOf(
  columns: readonly Column[],
  cells: readonly Shown[],
  written: Readonly<Record<string, Written>>,
) {
  const set: Record<string, Cell> = {};
  const was: Record<string, Cell> = {};
  const wrong: Record<string, string> = {};
  for (const [at, { name, type }] of columns.entries()) {
    const text = written[name];
    const before = cells[at] ?? null;
    if (text === undefined || (text !== null && text === editableText(before) && before !== null)) continue;
    const parsed = text === null ? { cell: null } : parseCell(text, affinityOf(type), before);
    if ("problem" in parsed) wrong[name] = parsed.problem;
    else if (isWhole(before) && !isSame(parsed.cell, before)) {
      set[name] = parsed.cell;
      was[name] = before;
    } else if (!isWhole(before)) set[name] = parsed.cell;
  }
  const wide: { set: Values; was: Values; wrong: Record<string, string> } = { set, was, wrong };
  return wide;
}
