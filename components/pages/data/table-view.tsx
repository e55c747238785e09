"use client";

import { Download, Ellipsis, MessageSquare, Trash2, Upload } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { useApiHref, useRouter } from "@/components/ui/kit/agent-base";
import { keepDraft } from "@/components/ui/kit/hooks/use-draft";
import { later } from "@/components/ui/later";
import { Tabs, TabsContent } from "@/components/ui/tabs";
import { newId } from "@/lib/shared/chat/id";
import { type Table, tablePath } from "./api";
import type { Place } from "./data-url";
import { RowsView } from "./rows-view";
import { ViewBar } from "./view-bar";

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
  const isTable = type === "table";
  const ask = () => {
    const id = newId();
    keepDraft(id, `Look at the table ${name} and show me what is in it.`);
    router.push(`/chat/${id}`);
  };
  return (
    <Tabs
      value={view}
      onValueChange={(to) => onGo({ at: "table", table: name, view: to === "structure" ? to : "rows" }, true)}
      className="min-h-0 flex-1 gap-0"
    >
      <ViewBar kind="table" name={name} back={back} views={{ rows: "Rows", structure: "Structure" }}>
        <Button asChild variant="ghost" className="max-md:hidden">
          <a href={apiHref(`${tablePath(name)}/csv`)} download={`${name}.csv`}>
            <Download aria-hidden />
            CSV
          </a>
        </Button>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton label={`More for ${name}`}>
              <Ellipsis aria-hidden />
            </IconButton>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem asChild className="md:hidden">
              <a href={apiHref(`${tablePath(name)}/csv`)} download={`${name}.csv`}>
                <Download aria-hidden />
                Export as CSV
              </a>
            </DropdownMenuItem>
            <DropdownMenuItem asChild>
              <a href={apiHref(`${tablePath(name)}/csv?raw=true`)} download={`${name}.csv`}>
                <Download aria-hidden />
                Export as CSV, formulas as they are
              </a>
            </DropdownMenuItem>
            {isTable && (
              <DropdownMenuItem onSelect={() => setTimeout(() => onAppend(name))}>
                <Upload aria-hidden />
                Add rows from a CSV…
              </DropdownMenuItem>
            )}
            <DropdownMenuItem onSelect={ask}>
              <MessageSquare aria-hidden />
              Ask the agent about it
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            {/*
             * Open the dialog only after the closing menu has restored the focus, because the dialog returns
             * the focus to where it was.
             */}
            <DropdownMenuItem variant="destructive" onSelect={() => setTimeout(() => setIsDropping(true))}>
              <Trash2 aria-hidden />
              Drop the {type}…
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      </ViewBar>
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
    </Tabs>
  );
}
