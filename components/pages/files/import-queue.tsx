"use client";

import { ImportDialog } from "@/components/pages/data/import-dialog";
import { useDatabase } from "@/components/pages/data/use-database";

type ImportQueueProps = {
  file: File;
  appendTo?: string;
  onKeep: (file: File) => void;
  onImported: (table: string) => void;
  onClose: () => void;
};

/** Asks how to import a CSV, or whether to store it as a file. */
export function ImportQueue({ file, appendTo, onKeep, onImported, onClose }: ImportQueueProps) {
  const { database, load } = useDatabase();
  return (
    <ImportDialog
      file={file}
      tables={database?.tables.flatMap(({ name, type }) => (type === "table" ? [name] : [])) ?? []}
      appendTo={appendTo}
      onKeep={onKeep}
      onImported={({ table }) => {
        void load();
        onImported(table);
      }}
      onClose={onClose}
    />
  );
}
