"use client";

import { KeyRound } from "lucide-react";
import { useId } from "react";
import { editableText, isBlob, isWhole, lineOf, type Shown } from "@/components/draw/grid/cells";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Textarea } from "@/components/ui/textarea";
import { t } from "@/lib/shared/i18n/en/data";
import { affinityOf, isNumeric } from "./affinity";
import type { Column } from "./api";
import type { Written } from "./row-dialog";

type RowFieldProps = {
  column: Column;
  /** Undefined in a new row. */
  cell: Shown | undefined;
  written: Written;
  isNew: boolean;
  isEditable: boolean;
  problem: string | undefined;
  onWrite: (text: string | null) => void;
};

export function RowField({
  column,
  cell = null,
  written,
  isNew,
  isEditable,
  problem,
  onWrite,
}: RowFieldProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  const isNull = written === null || (written === undefined && cell === null);
  const isLoading = written === undefined && !isWhole(cell) && !isBlob(cell);
  // A blob cannot be edited as text, but it can be set to NULL.
  const isBytes = (written === undefined && isBlob(cell)) || (isBlobType(column.type) && isNull);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-5 items-center gap-1.5">
        {column.pk && <KeyRound role="img" aria-label={t("key")} className="size-3 text-ink-3" />}
        <label htmlFor={id} className="min-w-0 truncate font-medium" title={column.name}>
          {column.name}
        </label>
        <span className="min-w-0 truncate text-meta text-ink-3">
          {[column.type.toLowerCase(), column.notnull && !column.pk && "not null"].filter(Boolean).join(", ")}
        </span>
        {isEditable && !isNull && !isNew && !column.notnull && !column.pk && (
          <Button
            variant="ghost"
            size="xs"
            className="ml-auto font-normal text-ink-3"
            onClick={() => onWrite(null)}
          >
            {t.rich("makeNull", {
              hidden: (chunks) => <span className="sr-only">{chunks}</span>,
              column: column.name,
            })}
          </Button>
        )}
      </div>
      {isLoading ? (
        <Skeleton className="h-20" />
      ) : isBytes ? (
        <p id={id} className={isNull ? "text-ink-3" : "text-ink-2"}>
          {isNull ? "NULL" : t("blob", { size: lineOf(cell) })}
        </p>
      ) : (
        <Textarea
          id={id}
          rows={1}
          value={written ?? (written === null ? "" : (editableText(cell) ?? ""))}
          placeholder={isNull ? (isNew ? defaultHint(column) : "NULL") : undefined}
          readOnly={!isEditable}
          inputMode={isNumeric(affinityOf(column.type)) ? "decimal" : undefined}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? problemId : undefined}
          spellCheck={false}
          onChange={({ target }) => onWrite(target.value)}
          className="min-h-control resize-none tabular-nums read-only:bg-fill-press"
        />
      )}
      {problem && (
        <p id={problemId} className="text-meta text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

const isBlobType = (type: string): boolean => /blob/i.test(type);

const defaultHint = ({ pk, type }: Column): string | undefined =>
  pk && affinityOf(type) === "integer" ? t("nextNumber") : undefined;
