"use client";

import { useState } from "react";
import { lookOf } from "@/components/client/versions/kinds";
import { contentOf, useChangesOf } from "@/components/client/versions/use-version-changes";
import { formatPastTime } from "@/components/pages/history/days";
import { Difference, ItemRow } from "@/components/pages/history/item-row";
import { ToolLimitNotice } from "@/components/pages/history/tool-limit-notice";
import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/kit/clock";
import { t } from "@/lib/shared/i18n/en/agentFile";
import { t as common } from "@/lib/shared/i18n/en/common";
import { type ImportChange, type ImportPreview, UNVERSIONED } from "@/lib/shared/import";
import { isPart, KINDS, type PartKind } from "@/lib/shared/kinds";
import { Tick } from "./export-card";
import { contentIn } from "./file-content";

const IMPORT_KINDS = [...KINDS, ...UNVERSIONED];
/** Maximum number of changes to list. A longer list would make the page slow. */
const MAX_ROWS = 200;

type ImportPreviewProps = {
  name: string;
  preview: ImportPreview;
  now: string;
  read: () => Promise<unknown>;
  onImport: (rights: "file" | "ask") => void;
  onCancel: () => void;
};

export function ImportPreviewList({ name, preview, now, read, onImport, onCancel }: ImportPreviewProps) {
  const zone = useTimeZone();
  const { changes, same, exportedAt } = preview;
  const time = formatPastTime(exportedAt, now, zone);
  const isNothing = changes.length === 0;
  const shown = changes.slice(0, MAX_ROWS);
  const [isAllowed, setIsAllowed] = useState(false);
  const allowing = changes.filter(({ allows }) => allows).length;
  return (
    <section aria-label={t("whatWouldChange")} className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        {isNothing
          ? t("previewNothing", { name, time })
          : t("preview", { name, time, changes: summary(changes, same) })}
      </p>
      {!isNothing && (
        <div className="overflow-clip rounded-in border border-line">
          {IMPORT_KINDS.map((kind) => ({ kind, rows: shown.filter((change) => change.kind === kind) }))
            .filter(({ rows }) => rows.length > 0)
            .map(({ kind, rows }) => (
              <section key={kind} aria-label={lookOf(kind).all} className="border-line not-first:border-t">
                <h3 className="px-4 pt-3 pb-1 text-meta text-ink-3">{lookOf(kind).all}</h3>
                <ul className="divide-y divide-line">
                  {rows.map((change) => (
                    <ImportRow key={`${change.name} ${preview.hash}`} change={change} read={read} />
                  ))}
                </ul>
              </section>
            ))}
        </div>
      )}
      {changes.length > MAX_ROWS && (
        <p className="text-ink-2">{t("more", { count: changes.length - MAX_ROWS })}</p>
      )}
      <ToolLimitNotice changes={changes} />
      {allowing > 0 && (
        <Tick label={t("allowWithoutAsking", { count: allowing })} isOn={isAllowed} onChange={setIsAllowed} />
      )}
      <div className="flex flex-wrap gap-2">
        {!isNothing && <Button onClick={() => onImport(isAllowed ? "file" : "ask")}>{t("import")}</Button>}
        <Button variant="outline" onClick={onCancel}>
          {isNothing ? t("chooseAnother") : common("cancel")}
        </Button>
      </div>
    </section>
  );
}

/** Returns a summary such as "2 new, 1 replaced". */
export function summary(changes: readonly ImportChange[], unchanged = 0): string {
  const countOf = (action: ImportChange["action"]) => changes.filter((one) => one.action === action).length;
  const counts = {
    new: countOf("create"),
    replaced: countOf("change"),
    extended: countOf("history"),
    unchanged,
  };
  const parts = (["new", "replaced", "extended", "unchanged"] as const)
    .filter((what) => counts[what] > 0)
    .map((what) => t(what, { count: counts[what] }));
  return parts.join(", ") || t("noChanges");
}

type ImportRowProps = {
  change: ImportChange;
  read: () => Promise<unknown>;
};

const ImportRow = ({ change, read }: ImportRowProps) => (
  <ItemRow item={change} label={describeChange(change)}>
    {isPart(change.kind) && change.action !== "history" && (
      <Between kind={change.kind} change={change} read={read} />
    )}
  </ItemRow>
);

function Between({ kind, change: { name, liveId }, read }: ImportRowProps & { kind: PartKind }) {
  const contents = async (signal: AbortSignal) => {
    const [file, before] = await Promise.all([read(), contentOf(liveId ?? undefined, signal)]);
    return { before, after: contentIn(file, kind, name) };
  };
  return <Difference {...useChangesOf(kind, contents, `${name} ${liveId}`)} />;
}

function describeChange({ kind, action, from, versions, disabled, detail, allows }: ImportChange): string {
  if (!isPart(kind)) {
    const what = [
      action === "create" ? t("isNew") : t("replaces"),
      ...(allows ? [t("allowsWithoutAsking")] : []),
    ].join(", ");
    return detail ? `${what}: ${detail}` : what;
  }
  if (action === "history") return t("moreVersions", { versions });
  return [
    action === "create" ? t("isNew") : t("replacesVersion", { from: from ?? 0 }),
    ...(action === "create" && disabled ? [t("switchedOff")] : []),
    t("versions", { versions }),
  ].join(", ");
}
