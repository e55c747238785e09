"use client";

import type { Fields } from "@/components/pages/data/documents/api";
import { Button } from "@/components/ui/button";
import { PanelDialog, PanelFooter } from "@/components/ui/kit/dialogs/panel-dialog";
import type { ContactReport as Report } from "@/lib/shared/contacts";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarContacts";
import { t as common } from "@/lib/shared/i18n/en/common";
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
    t("added", { count: added }),
    calendarText("updated", { count: updated }),
    ...(same > 0 ? [calendarText("unchanged", { count: same })] : []),
    ...(duplicateCount > 0 ? [t("duplicateCount", { count: duplicateCount })] : []),
    ...(problemCount > 0 ? [calendarText("unreadable", { count: problemCount })] : []),
  ];
  return (
    <PanelDialog title={t("imported", { file })} about={counts.join(", ")} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        {duplicates.length > 0 && (
          <section aria-label={t("duplicates")} className="px-5 pt-4">
            <p className="pb-1 text-ink-2">{t("duplicates")}</p>
            <ul className="divide-y divide-line">
              {duplicates.map(({ line, on, contact, other }) => (
                <li key={JSON.stringify([line, contact])} className="flex items-center gap-3 py-2">
                  <p className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{nameOf({ _id: line, ...contact })}</span>
                    <span className="block truncate text-meta text-ink-3">
                      {`${on === "phone" ? t("samePhone") : t("sameEmail")}: ${String(contact[on] ?? "")}`}
                    </span>
                  </p>
                  {merged.has(contact) ? (
                    <span className="text-ink-3">{t("merged")}</span>
                  ) : (
                    <Button variant="outline" size="sm" onClick={() => onMerge(contact, other)}>
                      {t("openMerge")}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {duplicateCount > duplicates.length && (
              <p className="py-2 text-meta text-ink-3">
                {calendarText("more", { count: duplicateCount - duplicates.length })}
              </p>
            )}
          </section>
        )}
        {problems.length > 0 && (
          <section aria-label={t("notImported")} className="px-5 py-4">
            <p className="pb-1 text-ink-2">{t("notImported")}</p>
            <ul>
              {problems.map(({ line, reason }) => (
                <li key={`${line} ${reason}`} className="py-1 wrap-anywhere">
                  <span className="text-ink-3 tabular-nums">
                    {isCard
                      ? calendarText("line", { line: String(line) })
                      : t("entry", { entry: String(line) })}
                    :
                  </span>{" "}
                  {reason}
                </li>
              ))}
            </ul>
            {problemCount > problems.length && (
              <p className="py-2 text-meta text-ink-3">
                {calendarText("more", { count: problemCount - problems.length })}
              </p>
            )}
          </section>
        )}
      </div>
      <PanelFooter>
        {report.revision && (
          <Button variant="outline" className="mr-auto" onClick={onUndo}>
            {t("undoImport")}
          </Button>
        )}
        <Button onClick={onClose}>{common("done")}</Button>
      </PanelFooter>
    </PanelDialog>
  );
}
