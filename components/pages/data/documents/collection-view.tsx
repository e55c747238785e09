"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Download, Ellipsis, History, Rss, Trash2, Upload } from "lucide-react";
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
import { OWN_VIEWS, type OwnView } from "./own-views";

const FORMATS = [
  { format: "json", label: "JSON", ending: "json" },
  { format: "csv", label: "CSV", ending: "csv" },
];
const VIEWS = ["own", "table", "json"] as const;

type CollectionViewProps = {
  name: string;
  view: Shown | undefined;
  document: string | undefined;
  on: string | undefined;
  back: ReactNode;
  onGo: (place: Place, isReplacing?: boolean) => void;
};

export function CollectionView({ name, view: wanted, document, on, back, onGo }: CollectionViewProps) {
  const own = Object.hasOwn(OWN_VIEWS, name) ? OWN_VIEWS[name] : undefined;
  const view = wanted === "own" && !own ? "table" : (wanted ?? (own ? "own" : "table"));
  const file = useRef<HTMLInputElement>(null);
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  const canEdit = !isReadOnly(name);
  const [taking, setTaking] = useState<File>();
  const bring = async (chosen: File) => {
    if (own) {
      setTaking(chosen);
      if (view !== "own") onGo({ at: "documents", collection: name }, true);
      return;
    }
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
        accept={[".json,.jsonl,.ndjson,.csv,application/json,text/csv", ...(own ? [own.accept] : [])].join()}
        aria-label={own ? "A file to import" : "A JSON or CSV file"}
        className="hidden"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) void bring(chosen);
          // Allow choosing the same file again.
          target.value = "";
        }}
      />
      <ViewBar
        kind="collection"
        name={name}
        back={back}
        views={{ ...(own && { own: own.label }), table: "Table", json: "JSON" }}
      >
        {canEdit && (
          <Button variant="ghost" className="max-md:hidden" onClick={() => file.current?.click()}>
            <Upload aria-hidden />
            Import
          </Button>
        )}
        <CollectionMenu
          name={name}
          own={own}
          canEdit={canEdit}
          onImport={() => file.current?.click()}
          onMore={() => setIsMoreOpen(true)}
          onDeleted={() => onGo({ at: "documents" })}
        />
      </ViewBar>
      {own?.more && isMoreOpen && <own.more.Dialog onClose={() => setIsMoreOpen(false)} />}
      <TabsContent value={view} className="flex min-h-0 flex-col outline-offset-[-2px]">
        {own && view === "own" ? (
          <own.View
            document={document}
            on={on}
            onGo={onGo}
            file={taking}
            onTaken={() => setTaking(undefined)}
          />
        ) : (
          <DocumentsView collection={name} view={view === "json" ? view : "table"} canEdit={canEdit} />
        )}
      </TabsContent>
    </Tabs>
  );
}

type CollectionMenuProps = {
  name: string;
  own: OwnView | undefined;
  canEdit: boolean;
  onImport: () => void;
  onMore: () => void;
  onDeleted: () => void;
};

function CollectionMenu({ name, own, canEdit, onImport, onMore, onDeleted }: CollectionMenuProps) {
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
        {[...FORMATS, ...(own?.formats ?? [])].map(({ format, label, ending }) => (
          <DropdownMenuItem key={format} asChild>
            <a href={apiHref(exportPath(name, format))} download={`${name}.${ending}`}>
              <Download aria-hidden />
              Export as {label}
            </a>
          </DropdownMenuItem>
        ))}
        {own?.more && (
          <DropdownMenuItem onSelect={onMore}>
            <Rss aria-hidden />
            {own.more.label}
          </DropdownMenuItem>
        )}
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
