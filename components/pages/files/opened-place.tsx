"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { ListButton } from "@/components/client/shell/conversations/list-button";
import { CollectionView } from "@/components/pages/data/documents/collection-view";
import type { Place } from "@/components/pages/data/files-url";
import { SqlView } from "@/components/pages/data/sql/sql-view";
import { TableView } from "@/components/pages/data/table-view";
import { useDatabase } from "@/components/pages/data/use-database";
import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyHeader, EmptyTitle } from "@/components/ui/empty";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/files";
import { ENTRIES } from "./use-entries";

type OpenedPlaceProps = {
  place: Exclude<Place, { at: "list" }>;
  onGo: (place: Place, isReplacing?: boolean) => void;
  onList: () => void;
  onAppend: (table: string) => void;
};

/** A table, a collection, or the SQL editor. */
export function OpenedPlace({ place, onGo, onList, onAppend }: OpenedPlaceProps) {
  const client = useQueryClient();
  const back = (
    <>
      <span className="md:hidden">
        <ListButton />
      </span>
      <Button
        variant="ghost"
        className="-ml-2 shrink-0 gap-1 px-2 font-normal text-ink-3 max-md:-mx-3 max-md:ml-0"
        onClick={onList}
      >
        <ChevronLeft aria-hidden />
        <span className="max-md:sr-only">{common("files")}</span>
      </Button>
    </>
  );
  if (place.at === "collection")
    return (
      <CollectionView
        key={place.collection}
        name={place.collection}
        view={place.view}
        back={back}
        onGo={onGo}
        onDeleted={() => {
          void client.invalidateQueries({ queryKey: ENTRIES });
          onList();
        }}
      />
    );
  return <OfDatabase {...{ place, back, onGo, onList, onAppend }} />;
}

type OfDatabaseProps = Omit<OpenedPlaceProps, "place"> & {
  place: Extract<Place, { at: "table" | "sql" }>;
  back: React.ReactNode;
};

function OfDatabase({ place, back, onGo, onList, onAppend }: OfDatabaseProps) {
  const client = useQueryClient();
  const { database, problem, load } = useDatabase();
  const { tables, limits } = database ?? {};
  if (place.at === "sql") return <SqlView tables={tables ?? []} limits={limits} back={back} />;
  const table = tables?.find(({ name }) => name === place.table);
  if (table)
    return (
      <TableView
        key={table.name}
        table={table}
        view={place.view}
        back={back}
        onGo={onGo}
        onAppend={onAppend}
        onDropped={() => {
          void load();
          void client.invalidateQueries({ queryKey: ENTRIES });
          onList();
        }}
      />
    );
  return (
    <>
      <div className="flex h-bar shrink-0 items-center px-7 max-md:px-1">{back}</div>
      {tables ? (
        <Empty>
          <EmptyHeader>
            <EmptyTitle className="wrap-anywhere">
              <h1>{t("noTable", { table: place.table })}</h1>
            </EmptyTitle>
          </EmptyHeader>
          <EmptyContent>
            <Button variant="outline" onClick={onList}>
              {t("showTables")}
            </Button>
          </EmptyContent>
        </Empty>
      ) : (
        problem !== undefined && (
          <LoadFailure className="px-7 max-md:px-3" onRetry={() => void load()}>
            {t("notLoaded", { error: problem })}
          </LoadFailure>
        )
      )}
    </>
  );
}
