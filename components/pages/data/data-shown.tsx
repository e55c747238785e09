"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Empty, EmptyContent, EmptyHeader, EmptyTitle } from "@/components/ui/empty";
import { pageGround } from "@/components/ui/kit/page/page-main";
import { later } from "@/components/ui/later";
import type { DatabaseView } from "./api";
import type { Place } from "./data-url";
import { NoTables } from "./no-tables";
import { TableView } from "./table-view";
import { Unread } from "./unread";
import type { useDatabase } from "./use-database";

const SqlView = later(() => import("./sql/sql-view").then((module) => module.SqlView));
const CollectionView = later(() =>
  import("./documents/collection-view").then((module) => module.CollectionView),
);

type Data = ReturnType<typeof useDatabase>;
export type DataParts = {
  shown: Place;
  collection: string | undefined;
  isAway: boolean;
  data: Data;
  importButton: ReactNode;
  onGo: (place: Place, isReplacing?: boolean) => void;
};

type DataShownProps = DataParts & { back: ReactNode; onList: () => void; onAppend: (table: string) => void };

export function DataShown({ shown, collection, isAway, data, back, importButton, ...on }: DataShownProps) {
  const { onGo, onList, onAppend } = on;
  const { database, problem, load } = data;
  const tables = database?.tables;
  const isDocuments = shown.at === "documents";
  return (
    <section
      aria-label={collection ?? (shown.at === "table" ? shown.table : shown.at === "sql" ? "SQL" : "Table")}
      className={cn(pageGround, "flex flex-col overflow-hidden", !isAway && "max-md:hidden")}
    >
      {collection !== undefined && (
        <CollectionView
          key={collection}
          name={collection}
          view={isDocuments ? shown.view : undefined}
          back={back}
          onGo={onGo}
        />
      )}
      {shown.at === "sql" && <SqlView tables={tables ?? []} limits={database?.limits} back={back} />}
      {shown.at === "table" && tables && (
        <OneTable
          tables={tables}
          place={shown}
          back={back}
          onGo={onGo}
          onAppend={onAppend}
          onDropped={() => {
            void load();
            onList();
          }}
        />
      )}
      {shown.at === "table" && !tables && problem !== undefined && isAway && (
        <div className="md:hidden">
          <Unread what="the database" problem={problem} onAgain={() => void load()} />
        </div>
      )}
      {shown.at === "start" && tables?.length === 0 && <NoTables importButton={importButton} />}
    </section>
  );
}

type OneTableProps = {
  tables: DatabaseView["tables"];
  place: Extract<Place, { at: "table" }>;
  back: ReactNode;
  onGo: (place: Place, isReplacing?: boolean) => void;
  onAppend: (table: string) => void;
  onDropped: () => void;
};

function OneTable({ tables, place, back, ...on }: OneTableProps) {
  const table = tables.find(({ name }) => name === place.table);
  if (table) return <TableView key={table.name} table={table} view={place.view} back={back} {...on} />;
  return (
    <>
      <div className="flex h-bar shrink-0 items-center px-1 md:hidden">{back}</div>
      <Empty>
        <EmptyHeader>
          <EmptyTitle className="wrap-anywhere">
            <h1>There is no table “{place.table}”</h1>
          </EmptyTitle>
        </EmptyHeader>
        <EmptyContent>
          <Button variant="outline" onClick={() => on.onGo({ at: "start" })}>
            Show the tables
          </Button>
        </EmptyContent>
      </Empty>
    </>
  );
}
