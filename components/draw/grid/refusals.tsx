"use client";

import { CircleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/grid";
import { lineOf, type Shown } from "./cells";
import type { EditLog, Refusal } from "./edit-log";

type RefusalsProps = {
  edits: EditLog;
  labelOf?: (column: string) => string;
  /**
   * Pass it if the refusals are shown in a form whose submission repeats the edit. It is called after the user's
   * decision.
   */
  onDecided?: () => void;
  className?: string;
};

export function Refusals({ edits, labelOf = (column) => column, onDecided, className }: RefusalsProps) {
  const insist = async (refusal: Refusal) => {
    if (await edits.insist(refusal)) onDecided?.();
  };
  const giveWay = (refusal: Refusal) => {
    edits.giveWay(refusal);
    onDecided?.();
  };
  return edits.refusals.map((refusal, index) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: identified by position
      key={index}
      role="alert"
      className={cn("flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 py-2 text-ui", className)}
    >
      <p className="flex min-w-0 flex-1 basis-60 items-start gap-2 wrap-anywhere">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        <span>{describeRefusal(refusal, labelOf)}</span>
      </p>
      {(refusal.kind === "conflict" || !onDecided) && (
        <span className="flex gap-2">
          {refusal.kind !== "gone" && (
            <Button variant="outline" size="sm" onClick={() => void insist(refusal)}>
              {refusal.kind === "conflict" ? overwriteLabel(refusal) : common("tryAgain")}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={() => giveWay(refusal)}>
            {refusal.kind === "conflict" ? keepLabel(refusal.now) : common("dismiss")}
          </Button>
        </span>
      )}
    </div>
  ));
}

type Conflict = Extract<Refusal, { kind: "conflict" }>;

function describeRefusal(refusal: Refusal, labelOf: (column: string) => string): string {
  const { edit } = refusal;
  if (refusal.kind === "conflict")
    return t("conflict", {
      column: labelOf(refusal.column),
      now: quoted(refusal.now),
      mine: quoted(wantedOf(refusal)),
    });
  const why = refusal.kind === "gone" ? t("rowGone") : refusal.message;
  if (edit.kind === "set") {
    const [column = "", ...others] = Object.keys(edit.set);
    const undone =
      others.length === 0
        ? t("notSet", { column: labelOf(column), value: quoted(edit.set[column] ?? null) })
        : t("columnsNotChanged", { count: others.length + 1 });
    return `${undone} ${why}`;
  }
  const undone =
    edit.kind === "insert"
      ? t("rowsNotAdded", { count: edit.rows.length })
      : t("rowsNotDeleted", { count: edit.keys.length });
  return refusal.kind === "failed" ? `${undone} ${why}` : undone;
}

const wantedOf = ({ mine, column }: Conflict): Shown => mine.set[column] ?? null;

/**
 * Returns the label of the button that overwrites a conflict. It names the value only if the edit has a single column,
 * because it overwrites all of them.
 */
const overwriteLabel = (refusal: Conflict): string =>
  Object.keys(refusal.mine.set).length > 1 ? t("saveMine") : writeLabel(wantedOf(refusal));

const writeLabel = (cell: Shown): string =>
  isNothing(cell) ? t("emptyIt") : t("writeValue", { value: quoted(cell) });

const keepLabel = (cell: Shown): string =>
  isNothing(cell) ? t("keepEmpty") : t("keepValue", { value: quoted(cell) });

const isNothing = (cell: Shown): boolean => cell === null || cell === "";

const MAX_CELL_CHARS = 24;

function quoted(cell: Shown): string {
  if (isNothing(cell)) return t("nothing");
  const text = lineOf(cell);
  return common("quoted", {
    text: text.length > MAX_CELL_CHARS ? `${text.slice(0, MAX_CELL_CHARS)}…` : text,
  });
}
