import { failureText } from "@/components/client/failure";
import type { GridColumn } from "@/components/draw/grid/column";
import type { GridEditing } from "@/components/draw/grid/use-cell-editing";
import { t as data } from "@/lib/shared/i18n/en/data";
import { t } from "@/lib/shared/i18n/en/dataDocuments";
import type { Row } from "../row-pages";
import { type Fields, updateDocument } from "./api";
import type { DocumentEdits } from "./edits";
import { documentOf, editableText, isNameable, isStill, readValue, textOf, valueAt } from "./fields";

export const columnsOf = (
  fields: readonly string[],
  rows: readonly Row[],
  canEdit: boolean,
): GridColumn<Row>[] =>
  fields.map((field) => {
    const values = rows.map((row) => valueAt(documentOf(row), field)).filter((value) => value !== undefined);
    const isNumber = values.length > 0 && values.every((value) => typeof value === "number");
    return {
      label: field,
      isKey: field === "_id",
      edit: canEdit && isNameable(field) ? "text" : "none",
      align: isNumber ? "right" : "left",
      className: isNumber ? "tabular-nums" : undefined,
      text: (row) => textOf(valueAt(documentOf(row), field)),
      view: (row) => textOf(valueAt(documentOf(row), field)),
    };
  });

type Editing = {
  collection: string;
  fields: readonly string[];
  edits: DocumentEdits;
  openRow: (index: number) => void;
  say: (message: string) => void;
  onHold: (isEditing: boolean) => void;
  onOld: () => void;
};

export function documentEditing(options: Editing): GridEditing<Row> {
  const { collection, fields, edits, openRow, say, onHold, onOld } = options;
  const write = async (row: Row, update: Fields, was: Fields, names: string) => {
    const { _id } = documentOf(row);
    try {
      const { count } = await edits.make(
        () => updateDocument(collection, _id, update, was),
        t("changing", { names }),
      );
      say(count === 0 ? t("changedElsewhere", { names }) : "");
    } catch (error) {
      say(data("notChanged", { names, error: failureText(error) }));
    }
    onOld();
  };
  return {
    openRow,
    say,
    onHold,
    begin(row, at, index) {
      const text = editableText(valueAt(documentOf(row), fields[at] ?? ""));
      if (text === undefined) openRow(index);
      return text === undefined ? undefined : { row, text };
    },
    take(row, cells) {
      const document = documentOf(row);
      const set: Fields = {};
      const unset: Fields = {};
      for (const [at, text] of cells) {
        const field = fields[at] ?? "";
        const before = valueAt(document, field);
        if (text === null) {
          if (before !== undefined) unset[field] = "";
          continue;
        }
        if (text === editableText(before)) continue;
        const read = readValue(text, before);
        if ("problem" in read) return read.problem;
        set[field] = read.value;
      }
      const names = [...Object.keys(set), ...Object.keys(unset)];
      if (names.length === 0) return undefined;
      const update = {
        ...(Object.keys(set).length > 0 && { $set: set }),
        ...(Object.keys(unset).length > 0 && { $unset: unset }),
      };
      const was = { $and: names.map((name) => isStill(name, valueAt(document, name))) };
      void write(row, update, was, names.join(", "));
      return undefined;
    },
  };
}
