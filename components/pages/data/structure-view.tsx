"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { failureText } from "@/components/client/failure";
import { CodeBox } from "@/components/ui/kit/code-box";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Skeleton } from "@/components/ui/skeleton";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/data";
import { isAboutData } from "./about-data";
import { readStructure, type TableView } from "./api";

export function StructureView({ name }: { name: string }) {
  const {
    data: structure,
    error,
    refetch,
  } = useQuery({
    queryKey: ["database", "structure", name],
    queryFn: ({ signal }) => readStructure(name, signal),
    meta: { outdatedBy: isAboutData(name) },
  });
  if (!structure)
    return error === null ? (
      <Skeleton className="mx-7 h-60 max-md:mx-3 max-md:mt-5" />
    ) : (
      <LoadFailure className="px-7 max-md:px-4 max-md:pt-5" onRetry={() => void refetch()}>
        {t("structureFailed", { error: failureText(error) })}
      </LoadFailure>
    );
  const { columns, indexes, triggers, foreign_keys, sql } = structure;
  return (
    <div className="flex max-w-220 flex-col gap-6 px-7 pb-16 max-md:gap-4 max-md:px-3 max-md:pt-4">
      <section
        aria-label={t("columns")}
        className="overflow-x-auto rounded-sheet bg-sheet p-5 pt-3 shadow-sheet"
      >
        <table className="w-full text-ui">
          <thead className="text-left text-meta text-ink-3">
            <tr className="[&>th]:h-8 [&>th]:border-line [&>th]:border-b [&>th]:pr-4 [&>th]:font-medium">
              <th scope="col">{t("column")}</th>
              <th scope="col">{t("type")}</th>
              <th scope="col">{t("nullable")}</th>
              <th scope="col">{common("notes")}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <ColumnRow key={column.name} column={column} to={referenceOf(column.name, foreign_keys)} />
            ))}
          </tbody>
        </table>
      </section>
      {sql && <Sql title="SQL" statements={[sql]} />}
      {indexes.length > 0 && (
        <Sql
          title={t("indexes", { count: indexes.length })}
          statements={indexes.map(
            ({ name, sql, unique, columns }) => sql ?? madeFor({ name, unique, columns }),
          )}
        />
      )}
      {triggers.length > 0 && (
        <Sql title={t("triggers", { count: triggers.length })} statements={triggers.map(({ sql }) => sql)} />
      )}
    </div>
  );
}

type Column = TableView["columns"][number];

const code = (chunks: ReactNode) => <code className="text-meta">{chunks}</code>;

function ColumnRow({
  column: { name, type, notnull, pk, generated, ...column },
  to,
}: {
  column: Column;
  to: string | undefined;
}) {
  const notes: ReactNode[] = [
    column.default !== null && t.rich("defaultIs", { code, value: column.default }),
    generated && t("computed"),
    to && t.rich("refersTo", { code, column: to }),
  ];
  return (
    <tr className="[&>td]:h-8 [&>td]:border-line [&>td]:border-b [&>td]:py-1 [&>td]:pr-4 last:[&>td]:border-b-0">
      <td className="max-w-80">
        <span className="flex items-center gap-1.5">
          <code className="truncate text-meta" title={name}>
            {name}
          </code>
          {pk && <KeyRound role="img" aria-label={t("key")} className="size-3 shrink-0 text-ink-3" />}
        </span>
      </td>
      <td className="text-ink-2">{type.toLowerCase() || "any"}</td>
      <td className="text-ink-2">{notnull || pk ? common("no") : common("yes")}</td>
      <td className="text-ink-2">
        {notes.filter(Boolean).map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the notes of a column never change their order
          <span key={at}>
            {at > 0 && ", "}
            {note}
          </span>
        ))}
      </td>
    </tr>
  );
}

function Sql({ title, statements }: { title: string; statements: readonly string[] }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h2 className="font-medium max-md:px-1">{title}</h2>
      <CodeBox text={statements.map(closed).join("\n\n")} language="sql" className="bg-sheet shadow-sheet" />
    </section>
  );
}

const closed = (text: string): string => (text.startsWith("--") ? text : `${text.replace(/;?\s*$/, "")};`);

/** SQLite creates indexes for UNIQUE and PRIMARY KEY without storing SQL for them. */
function madeFor({
  name,
  unique,
  columns,
}: Pick<TableView["indexes"][number], "name" | "unique" | "columns">) {
  const of = columns.map((column) => column ?? t("expression")).join(", ");
  return `-- ${t("madeBySqlite", { index: `${name}: ${unique ? "UNIQUE " : ""}(${of})` })}`;
}

function referenceOf(column: string, keys: TableView["foreign_keys"]): string | undefined {
  const key = keys.find(({ columns }) => columns.includes(column));
  const to = key?.references[key.columns.indexOf(column)];
  return key && (to ? `${key.table}.${to}` : key.table);
}
