"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download, Ellipsis, History, Trash2, Upload } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import Link, { useApiHref } from "@/components/ui/kit/agent-base";
import { formatCount } from "@/components/ui/kit/format";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import { Tabs, TabsContent } from "@/components/ui/tabs";
import type { Place, CollectionView as Shown } from "../data-url";
import { ViewBar } from "../view-bar";
import { deleteCollection, exportPath, insertDocuments, isReadOnly } from "./api";
import { DocumentsView } from "./documents-view";
import { documentsOf } from "./import";

const FORMATS = [
  { format: "json", label: "JSON", ending: "json" },
  { format: "csv", label: "CSV", ending: "csv" },
];
const VIEWS = ["table", "json"] as const;

type CollectionViewProps = {
  name: string;
  view: Shown | undefined;
  back: ReactNode;
  onGo: (place: Place, isReplacing?: boolean) => void;
};

export function CollectionView({ name, view = "table", back, onGo }: CollectionViewProps) {
  const file = useRef<HTMLInputElement>(null);
  const canEdit = !isReadOnly(name);
  const bring = async (chosen: File) => {
    try {
      const { count } = await insertDocuments(name, await documentsOf(chosen));
      void notify(`${formatCount(count, "document")} imported into “${name}”`);
    } catch (error) {
      void notifyProblem(`Nothing was imported. ${failureText(error)}`);
    }
  };
  return (
    <Tabs
      value={view}
      onValueChange={(to) =>
        onGo({ at: "documents", collection: name, view: VIEWS.find((one) => one === to) }, true)
      }
      className="min-h-0 flex-1 gap-0"
    >
      <input
        ref={file}
        type="file"
        accept=".json,.jsonl,.ndjson,.csv,application/json,text/csv"
        aria-label="A JSON or CSV file"
        className="hidden"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) void bring(chosen);
          // Allow choosing the same file again.
          target.value = "";
        }}
      />
      <ViewBar kind="collection" name={name} back={back} views={{ table: "Table", json: "JSON" }}>
        {canEdit && (
          <Button variant="ghost" className="max-md:hidden" onClick={() => file.current?.click()}>
            <Upload aria-hidden />
            Import
          </Button>
        )}
        <CollectionMenu
          name={name}
          canEdit={canEdit}
          onImport={() => file.current?.click()}
          onDeleted={() => onGo({ at: "documents" })}
        />
      </ViewBar>
      <TabsContent value={view} className="flex min-h-0 flex-col outline-offset-[-2px]">
        <DocumentsView collection={name} view={view} canEdit={canEdit} />
      </TabsContent>
    </Tabs>
  );
}

type CollectionMenuProps = {
  name: string;
  canEdit: boolean;
  onImport: () => void;
  onDeleted: () => void;
};

function CollectionMenu({ name, canEdit, onImport, onDeleted }: CollectionMenuProps) {
  const client = useQueryClient();
  const apiHref = useApiHref();
  const [isBusy, setIsBusy] = useState(false);
  const canGo = canEdit && name !== "cronjobs";
  const remove = async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const bringBack = await deleteCollection(name);
      onDeleted();
      const undo = () =>
        bringBack().then(
          () => notify(`Restored “${name}”`),
          (error) => notifyProblem(`Not restored. ${failureText(error)}`),
        );
      void notify(`Deleted “${name}”`, { action: { label: "Undo", onClick: () => void undo() } });
    } catch (error) {
      void notifyProblem(`Could not delete “${name}”. ${failureText(error)}`);
    }
    setIsBusy(false);
    void client.invalidateQueries({ queryKey: ["collections"] });
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={`More for ${name}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {canEdit && (
          <DropdownMenuItem className="md:hidden" onSelect={onImport}>
            <Upload aria-hidden />
            Import a file…
          </DropdownMenuItem>
        )}
        {FORMATS.map(({ format, label, ending }) => (
          <DropdownMenuItem key={format} asChild>
            <a href={apiHref(exportPath(name, format))} download={`${name}.${ending}`}>
              <Download aria-hidden />
              Export as {label}
            </a>
          </DropdownMenuItem>
        ))}
        {canGo && (
          <>
            <DropdownMenuItem asChild>
              <Link href="/agent/history?kind=collection">
                <History aria-hidden />
                History of collections
              </Link>
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem variant="destructive" onSelect={() => void remove()}>
              <Trash2 aria-hidden />
              Delete the collection
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
