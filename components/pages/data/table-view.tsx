"use client";

import { Download, MessageSquare, Trash2, Upload } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { useApiHref, useRouter } from "@/components/ui/kit/agent-base";
import { keepDraft } from "@/components/ui/kit/hooks/use-draft";
import { later } from "@/components/ui/later";
import { TabsContent } from "@/components/ui/tabs";
import { newId } from "@/lib/shared/chat/id";
import { t } from "@/lib/shared/i18n/en/data";
import { type Table, tablePath } from "./api";
import { DataFrame, DownloadItem } from "./data-frame";
import type { Place } from "./files-url";
import { RowsView } from "./rows-view";

const StructureView = later(() => import("./structure-view").then((module) => module.StructureView));
const DropTable = later(() => import("./drop-table").then((module) => module.DropTable));

type TableViewProps = {
  table: Table;
  view: "rows" | "structure";
  back: ReactNode;
  onGo: (place: Place, isReplacing?: boolean) => void;
  onAppend: (table: string) => void;
  onDropped: () => void;
};

export function TableView({ table, view, back, onGo, onAppend, onDropped }: TableViewProps) {
  const router = useRouter();
  const apiHref = useApiHref();
  const [isDropping, setIsDropping] = useState(false);
  const [isGoing, setIsGoing] = useState(false);
  const { name, type } = table;
  const csv = { href: apiHref(`${tablePath(name)}/csv`), file: `${name}.csv` };
  const ask = () => {
    const id = newId();
    keepDraft(id, t("askDraft", { name }));
    router.push(`/chat/${id}`);
  };
  return (
    <DataFrame
      kind="table"
      {...{ name, back, view }}
      views={{ rows: t("rows"), structure: t("structure") }}
      onView={(view) => onGo({ at: "table", table: name, view }, true)}
      action={
        <Button asChild variant="ghost">
          <a href={csv.href} download={csv.file}>
            <Download aria-hidden />
            CSV
          </a>
        </Button>
      }
      groups={[
        [
          <DownloadItem key="csv" {...csv} className="md:hidden">
            {t("exportAsCsv")}
          </DownloadItem>,
          <DownloadItem key="raw" href={apiHref(`${tablePath(name)}/csv?raw=true`)} file={csv.file}>
            {t("exportRawCsv")}
          </DownloadItem>,
          type === "table" && {
            ...{ label: t("appendCsv"), icon: Upload, takesFocus: true },
            onSelect: () => onAppend(name),
          },
          { label: t("askAgent"), icon: MessageSquare, onSelect: ask },
        ],
        [
          {
            ...{ label: `${t("drop", { type })}…`, icon: Trash2, isDestructive: true, takesFocus: true },
            onSelect: () => setIsDropping(true),
          },
        ],
      ]}
    >
      {/* Stays mounted while the structure is shown, to keep the order, the search and the undo history. */}
      <TabsContent
        value="rows"
        forceMount
        className="flex min-h-0 flex-col data-[state=inactive]:hidden outline-offset-[-2px]"
      >
        {!isGoing && <RowsView table={table} />}
      </TabsContent>
      <TabsContent value="structure" className="min-h-0 overflow-y-auto">
        {!isGoing && <StructureView name={name} />}
      </TabsContent>
      {isDropping && (
        <DropTable
          table={table}
          onGoing={setIsGoing}
          onDropped={onDropped}
          onClose={() => setIsDropping(false)}
        />
      )}
    </DataFrame>
  );
}
