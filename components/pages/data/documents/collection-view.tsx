"use client";

import { Trash2, Upload } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { useApiHref } from "@/components/ui/kit/agent-base";
import { historyAction } from "@/components/ui/kit/menu-button";
import { notify, notifyProblem } from "@/components/ui/kit/notify";
import { TabsContent } from "@/components/ui/tabs";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as data } from "@/lib/shared/i18n/en/data";
import { t } from "@/lib/shared/i18n/en/dataDocuments";
import { DataFrame, DownloadItem } from "../data-frame";
import type { Place, CollectionView as Shown } from "../files-url";
import { deleteCollection, exportPath, insertDocuments, isReadOnly } from "./api";
import { DocumentsView } from "./documents-view";
import { documentsOf } from "./import";

const FORMATS = [
  {
    format: "json",
    get label() {
      return t("exportAsJson");
    },
    ending: "json",
  },
  {
    format: "csv",
    get label() {
      return data("exportAsCsv");
    },
    ending: "csv",
  },
];

type CollectionViewProps = {
  name: string;
  view: Shown;
  back: ReactNode;
  onGo: (place: Place, isReplacing?: boolean) => void;
  onDeleted: () => void;
};

export function CollectionView({ name, view, back, onGo, onDeleted }: CollectionViewProps) {
  const input = useRef<HTMLInputElement>(null);
  const apiHref = useApiHref();
  const remove = useDeletion(name, onDeleted);
  const canEdit = !isReadOnly(name);
  const choose = () => input.current?.click();
  return (
    <DataFrame
      kind="collection"
      {...{ name, back, view }}
      title={name === "master" ? common("profile") : undefined}
      views={{ table: common("table"), json: "JSON" }}
      onView={(view) => onGo({ at: "collection", collection: name, view }, true)}
      action={
        canEdit ? (
          <Button variant="ghost" onClick={choose}>
            <Upload aria-hidden />
            {data("import")}
          </Button>
        ) : (
          <span className="px-2 text-meta text-ink-3">{common("readOnly")}</span>
        )
      }
      groups={[
        [
          canEdit && { label: t("importFile"), icon: Upload, takesFocus: true, onSelect: choose },
          ...FORMATS.map(({ format, label, ending }) => (
            <DownloadItem key={format} href={apiHref(exportPath(name, format))} file={`${name}.${ending}`}>
              {label}
            </DownloadItem>
          )),
          canEdit && historyAction("collection", name),
        ],
        [
          canEdit && {
            ...{ label: common("delete"), icon: Trash2, isDestructive: true },
            onSelect: () => void remove(),
          },
        ],
      ]}
    >
      <input
        ref={input}
        type="file"
        accept=".json,.jsonl,.ndjson,.csv,application/json,text/csv"
        aria-label={t("file")}
        className="hidden"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) void importInto(name, chosen);
          // Allow choosing the same file again.
          target.value = "";
        }}
      />
      <TabsContent value={view} className="flex min-h-0 flex-col outline-offset-[-2px]">
        <DocumentsView collection={name} view={view} canEdit={canEdit} />
      </TabsContent>
    </DataFrame>
  );
}

async function importInto(collection: string, file: File): Promise<void> {
  try {
    const { count } = await insertDocuments(collection, await documentsOf(file));
    void notify(t("imported", { count, collection }));
  } catch (error) {
    void notifyProblem(data("notImported", { problem: failureText(error) }));
  }
}

function useDeletion(name: string, onDeleted: () => void): () => Promise<void> {
  const [isBusy, setIsBusy] = useState(false);
  return async () => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      const bringBack = await deleteCollection(name);
      onDeleted();
      const undo = () =>
        bringBack().then(
          () => notify(t("restored", { name })),
          (error) => notifyProblem(t("notRestored", { error: failureText(error) })),
        );
      void notify(t("deleted", { name }), { action: { label: common("undo"), onClick: () => void undo() } });
    } catch (error) {
      void notifyProblem(t("notDeleted", { name, error: failureText(error) }));
    }
    setIsBusy(false);
  };
}
