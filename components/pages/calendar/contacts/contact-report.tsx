"use client";

import type { Fields } from "@/components/pages/data/documents/api";
import { Button } from "@/components/ui/button";
import { PanelDialog, PanelFooter } from "@/components/ui/kit/dialogs/panel-dialog";
import { formatCount } from "@/components/ui/kit/format";
import type { ContactReport as Report } from "@/lib/shared/contacts";
import { nameOf } from "./contact-fields";

type ContactReportProps = {
  file: string;
  report: Report;
  merged: ReadonlySet<Fields>;
  onMerge: (contact: Fields, other: unknown) => void;
  onUndo: () => void;
  onClose: () => void;
};

export function ContactReport({ file, report, merged, onMerge, onUndo, onClose }: ContactReportProps) {
  const { added, updated, same, duplicates, duplicateCount, problems, problemCount } = report;
  const isCard = /\.v(cf|card)$/i.test(file);
  const counts = [
    `${formatCount(added, "contact")} added`,
    `${updated.toLocaleString("en")} updated`,
    ...(same > 0 ? [`${same.toLocaleString("en")} already there`] : []),
    ...(duplicateCount > 0 ? [`${formatCount(duplicateCount, "duplicate")} left out`] : []),
    ...(problemCount > 0 ? [`${problemCount.toLocaleString("en")} could not be read`] : []),
  ];
  return (
    <PanelDialog title={`Imported ${file}`} about={counts.join(", ")} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {duplicates.length > 0 && (
          <section aria-label="Duplicates" className="px-5 pt-4">
            <p className="pb-1 text-ink-2">Another contact already has this phone or e-mail.</p>
            <ul className="divide-y divide-line">
              {duplicates.map(({ line, on, contact, other }) => (
                <li key={JSON.stringify([line, contact])} className="flex items-center gap-3 py-2">
                  <p className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{nameOf({ _id: line, ...contact })}</span>
                    <span className="block truncate text-meta text-ink-3">
                      {`The same ${on === "phone" ? "phone" : "e-mail"}: ${String(contact[on] ?? "")}`}
                    </span>
                  </p>
                  {merged.has(contact) ? (
                    <span className="text-ink-3">Merged</span>
                  ) : (
                    <Button variant="outline" size="sm" onClick={() => onMerge(contact, other)}>
                      Merge…
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {duplicateCount > duplicates.length && (
              <p className="py-2 text-meta text-ink-3">{`and ${formatCount(duplicateCount - duplicates.length, "more", "more")}`}</p>
            )}
          </section>
        )}
        {problems.length > 0 && (
          <section aria-label="Could not be read" className="px-5 py-4">
            <p className="pb-1 text-ink-2">These could not be read.</p>
            <ul>
              {problems.map(({ line, reason }) => (
                <li key={`${line} ${reason}`} className="py-1 wrap-anywhere">
                  <span className="text-ink-3 tabular-nums">{`${isCard ? "Line" : "Entry"} ${line}:`}</span>{" "}
                  {reason}
                </li>
              ))}
            </ul>
            {problemCount > problems.length && (
              <p className="py-2 text-meta text-ink-3">{`and ${formatCount(problemCount - problems.length, "more", "more")}`}</p>
            )}
          </section>
        )}
      </div>
      <PanelFooter>
        {report.revision && (
          <Button variant="outline" className="mr-auto" onClick={onUndo}>
            Undo the import
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </PanelFooter>
    </PanelDialog>
  );
}
