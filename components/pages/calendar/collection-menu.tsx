"use client";

import { Download, Upload } from "lucide-react";
import { type ReactElement, useRef } from "react";
import { useHandedFile } from "@/components/client/handed-file";
import { exportPath } from "@/components/pages/data/documents/api";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import type { Action } from "@/components/ui/kit/action-menu";
import { useApiHref } from "@/components/ui/kit/agent-base";
import { ActionsButton, historyAction } from "@/components/ui/kit/menu-button";
import { t } from "@/lib/shared/i18n/en/calendar";

type CollectionMenuProps = {
  label: string;
  collection: "schedule" | "contacts";
  /** File types to import besides JSON and CSV. */
  accept: string;
  /** Export formats besides JSON and CSV. */
  formats: readonly { format: string; label: string; ending: string }[];
  actions?: readonly Action[];
  onFile: (file: File) => void;
};

const FORMATS = [
  { format: "json", label: "JSON", ending: "json" },
  { format: "csv", label: "CSV", ending: "csv" },
];

/** Menu of the calendar or the contacts: import, export and history. */
export function CollectionMenu({ label, collection, accept, formats, actions, onFile }: CollectionMenuProps) {
  const apiHref = useApiHref();
  const input = useRef<HTMLInputElement>(null);
  useHandedFile(collection, onFile);
  const exported = ({ format, label, ending }: (typeof FORMATS)[number]): ReactElement => (
    <DropdownMenuItem key={format} asChild>
      <a href={apiHref(exportPath(collection, format))} download={`${collection}.${ending}`}>
        <Download aria-hidden />
        {t("exportAs", { format: label })}
      </a>
    </DropdownMenuItem>
  );
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={`.json,.jsonl,.ndjson,.csv,application/json,text/csv,${accept}`}
        aria-label={t("fileToImport")}
        className="hidden"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) onFile(chosen);
          // Allow choosing the same file again.
          target.value = "";
        }}
      />
      <ActionsButton
        label={label}
        groups={[
          [
            { label: t("importFile"), icon: Upload, onSelect: () => input.current?.click() },
            ...(actions ?? []),
          ],
          [...formats, ...FORMATS].map(exported),
          [historyAction("collection", collection)],
        ]}
      />
    </>
  );
}
