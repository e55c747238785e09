"use client";

import { CircleAlert } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { formatBytes } from "@/components/ui/kit/format";
import { notify } from "@/components/ui/kit/notify";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { Progress } from "@/components/ui/progress";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import type { CsvImported } from "@/lib/shared/data/csv-contract";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/data";
import { ImportStyle, useCsvStyle } from "./import-style";
import { type Target, uploadCsv } from "./upload";

type ImportDialogProps = {
  file: File;
  tables: readonly string[];
  appendTo: string | undefined;
  /** Stores the CSV as a file instead. */
  onKeep: (file: File) => void;
  onImported: (result: CsvImported) => void;
  onClose: () => void;
};

type Mode = Target["mode"] | "keep";

export function ImportDialog({ file, tables, appendTo, onKeep, onImported, onClose }: ImportDialogProps) {
  const [mode, setMode] = useState<Mode>(appendTo === undefined ? "create" : "append");
  const [name, setName] = useState(() => nameFor(file.name));
  const [chosen, setTable] = useState(appendTo);
  const table = chosen ?? tables[0] ?? "";
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  const isBusy = sent !== undefined;
  const { survey, isReady, style, setStyle } = useCsvStyle(file);

  const start = async (event: FormEvent) => {
    event.preventDefault();
    if (mode === "keep") {
      onKeep(file);
      return onClose();
    }
    const wanted = mode === "create" ? name.trim() : table;
    if (isBusy || !isReady) return;
    if (wanted === "") return setProblem(t("nameMissing"));
    const left = new AbortController();
    sending.current = left;
    setProblem(undefined);
    setSent(0);
    try {
      const result = await uploadCsv(
        file,
        { mode, table: wanted, style },
        { signal: left.signal, onProgress: setSent },
      );
      onImported(result);
      onClose();
      void notify(t("imported", { count: result.rows, table: result.table }));
    } catch (error) {
      if (left.signal.aborted) return;
      setProblem(failureText(error));
      setSent(undefined);
    }
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <div className="flex flex-col gap-1 pr-10">
          <DialogTitle>{t("importTitle")}</DialogTitle>
          <DialogDescription className="wrap-anywhere">
            {file.name}, {formatBytes(file.size)}
          </DialogDescription>
        </div>
        <form onSubmit={start} className="flex flex-col gap-4">
          <Destination
            {...{ mode, name, table, tables, isBusy }}
            canKeep={appendTo === undefined}
            onMode={setMode}
            onName={setName}
            onTable={setTable}
          />
          {survey && mode !== "keep" && (
            <ImportStyle survey={survey} style={style} isBusy={isBusy} onChange={setStyle} />
          )}
          {isBusy && <Sent bytes={sent} of={file.size} />}
          {problem !== undefined && (
            <p role="alert" className="flex gap-2 wrap-anywhere">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
              <span className="min-w-0">{t("notImported", { problem })}</span>
            </p>
          )}
          <DialogFooter className="justify-end">
            <Button variant="outline" onClick={onClose}>
              {isBusy ? t("stop") : common("cancel")}
            </Button>
            <Button type="submit" aria-disabled={isBusy || (!isReady && mode !== "keep")}>
              {mode === "keep" ? t("upload") : t("import")}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

type DestinationProps = Pick<ImportDialogProps, "tables"> & {
  mode: Mode;
  name: string;
  table: string;
  isBusy: boolean;
  canKeep: boolean;
  onMode: (mode: Mode) => void;
  onName: (name: string) => void;
  onTable: (table: string) => void;
};

const MODES = ["create", "append", "keep"] as const;

function Destination({ mode, name, table, tables, isBusy, canKeep, ...on }: DestinationProps) {
  const { onMode, onName, onTable } = on;
  const ids = { name: useId(), table: useId() };
  return (
    <RadioGroup
      value={mode}
      onValueChange={(value) => onMode(MODES.find((one) => one === value) ?? "create")}
      disabled={isBusy}
      aria-label={t("importInto")}
      className="flex flex-col gap-3"
    >
      <Choice value="create" label={t("newTable")}>
        {mode === "create" && (
          <Input
            id={ids.name}
            aria-label={t("newTableName")}
            value={name}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            disabled={isBusy}
            onChange={({ target }) => onName(target.value)}
            className="font-mono"
          />
        )}
      </Choice>
      {tables.length > 0 && (
        <Choice value="append" label={t("existingTable")}>
          {mode === "append" && (
            <NativeSelect
              id={ids.table}
              aria-label={common("table")}
              value={table}
              disabled={isBusy}
              onChange={({ target }) => onTable(target.value)}
              className="font-mono"
            >
              {tables.map((table) => (
                <NativeSelectOption key={table} value={table}>
                  {table}
                </NativeSelectOption>
              ))}
            </NativeSelect>
          )}
        </Choice>
      )}
      {canKeep && <Choice value="keep" label={t("fileUnchanged")} />}
    </RadioGroup>
  );
}

function Sent({ bytes, of }: { bytes: number; of: number }) {
  return (
    <div className="flex flex-col gap-1.5">
      <Progress aria-label={t("uploadProgress")} value={bytes < of ? bytes : undefined} max={of} />
      <p role="status" className="text-meta text-ink-3 tabular-nums">
        {bytes < of ? t("sentBytes", { bytes: formatBytes(bytes), all: formatBytes(of) }) : t("readingRows")}
      </p>
    </div>
  );
}

function Choice({ value, label, children }: { value: string; label: string; children?: React.ReactNode }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2">
        <RadioGroupItem id={id} value={value} />
        <label htmlFor={id}>{label}</label>
      </div>
      {children && <div className="pl-6">{children}</div>}
    </div>
  );
}

export function nameFor(file: string): string {
  const plain = file
    .replace(/\.(csv|tsv|txt)$/i, "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 60);
  return /^\p{N}/u.test(plain) ? `t_${plain}` : plain || "imported";
}
