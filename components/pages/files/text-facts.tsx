"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { hrefOf } from "@/components/pages/data/files-url";
import { nameOf } from "@/components/settings/model-format";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { Ring } from "@/components/ui/kit/ring";
import type { StoredFile, TextState } from "@/lib/shared/files";
import { t } from "@/lib/shared/i18n/en/files";
import { makeTable, readTextAgain, seePages } from "./api";

const STATES: Record<Exclude<TextState, "none">, () => string> = {
  waiting: () => t("textWaiting"),
  indexed: () => t("textIndexed"),
  partly: () => t("textPartly"),
  unreadable: () => t("textNone"),
};

/** Renders the state of a file's text, the missing pages, and the user's remedies. */
export function TextFacts({ file }: { file: StoredFile }) {
  const { text } = file;
  const again = useFileAction(readTextAgain, file);
  const see = useFileAction(seePages, file);
  if (!text || text.state === "none") return null;
  const { state, reason, missing, seen, seenBy } = text;
  const error = again.error ?? see.error;
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="wrap-anywhere">
        {STATES[state]()}
        {reason !== undefined && <span className="text-ink-2">: {reason}</span>}
      </p>
      {seen && seenBy && (
        <p className="text-meta text-ink-2 wrap-anywhere">
          {t("seenPages", { pages: seen.join(", "), model: nameOf(seenBy) })}
        </p>
      )}
      {missing && (
        <Button variant="outline" size="sm" disabled={see.isPending} onClick={() => see.mutate()}>
          {see.isPending && <Ring />}
          {see.isPending ? t("seeingPages") : t("seePages")}
        </Button>
      )}
      {text.mayRetry && (
        <Button variant="outline" size="sm" disabled={again.isPending} onClick={() => again.mutate()}>
          {t("readAgain")}
        </Button>
      )}
      {error && (
        <p role="alert" className="text-meta wrap-anywhere">
          {failureText(error)}
        </p>
      )}
    </div>
  );
}

/** Renders the sheets of a spreadsheet. A sheet that looks like a table can become a table of the database. */
export function SheetFacts({ file }: { file: StoredFile }) {
  const { sheets = [], tables = [], imported = [] } = file.text ?? {};
  return (
    <ul className="flex flex-col gap-1">
      {sheets.map((sheet) => (
        <li key={sheet} className="flex min-h-7 items-center justify-between gap-3">
          <span className="min-w-0 truncate">{sheet}</span>
          <SheetAction
            {...{ file, sheet }}
            isTable={tables.includes(sheet)}
            table={imported.find((one) => one.sheet === sheet)?.table}
          />
        </li>
      ))}
    </ul>
  );
}

type SheetActionProps = { file: StoredFile; sheet: string; isTable: boolean; table: string | undefined };

function SheetAction({ file, sheet, isTable, table }: SheetActionProps) {
  const make = useFileAction((id) => makeTable(id, sheet), file);
  if (table !== undefined)
    return (
      <Link
        href={hrefOf({ at: "table", table, view: "rows" })}
        className="min-w-0 truncate font-mono text-meta underline decoration-line-control underline-offset-4 hover:decoration-ink"
      >
        {table}
      </Link>
    );
  if (!isTable) return null;
  if (make.error)
    return (
      <p role="alert" className="text-meta wrap-anywhere">
        {failureText(make.error)}
      </p>
    );
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={t("makeTableOf", { sheet })}
      disabled={make.isPending}
      onClick={() => make.mutate()}
    >
      {make.isPending && <Ring />}
      {t("makeTable")}
    </Button>
  );
}

function useFileAction(act: (id: string) => Promise<unknown>, { id }: StoredFile) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => act(id),
    onSuccess: () => client.invalidateQueries({ queryKey: ["file view", id] }),
  });
}
