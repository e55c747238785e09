"use client";

import { useState } from "react";
import { lookOf } from "@/components/client/versions/kinds";
import { contentOf, useChangesOf } from "@/components/client/versions/use-version-changes";
import { formatPastTime } from "@/components/pages/history/days";
import { Difference, ItemRow } from "@/components/pages/history/item-row";
import { ToolLimitNotice } from "@/components/pages/history/tool-limit-notice";
import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/kit/clock";
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
  const isNothing = changes.length === 0;
  const shown = changes.slice(0, MAX_ROWS);
  const [isAllowed, setIsAllowed] = useState(false);
  const allowing = changes.filter(({ allows }) => allows).length;
  return (
    <section aria-label="What would change" className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        “{name}”, exported {formatPastTime(exportedAt, now, zone)}:{" "}
        {isNothing ? "everything in it already exists here." : `${summary(changes)}.`}
        {!isNothing && same > 0 && ` ${same === 1 ? "One more is" : `${same} more are`} here already.`}
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
      {changes.length > MAX_ROWS && <p className="text-ink-2">and {changes.length - MAX_ROWS} more</p>}
      <ToolLimitNotice changes={changes} />
      {allowing > 0 && (
        <Tick
          label={`Let the agent do without asking what ${allowing === 1 ? "one setting" : `${allowing} settings`} of the file would allow`}
          isOn={isAllowed}
          onChange={setIsAllowed}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {!isNothing && <Button onClick={() => onImport(isAllowed ? "file" : "ask")}>Import</Button>}
        <Button variant="outline" onClick={onCancel}>
          {isNothing ? "Choose another file" : "Cancel"}
        </Button>
      </div>
    </section>
  );
}

/** Returns a summary such as "2 new, 1 replaced". */
export function summary(changes: readonly ImportChange[]): string {
  const count = (action: ImportChange["action"]) => changes.filter((one) => one.action === action).length;
  const parts = [
    [count("create"), "new"],
    [count("change"), "replaced"],
    [count("history"), "with more history"],
  ] as const;
  const described = parts.filter(([many]) => many > 0).map(([many, what]) => `${many} ${what}`);
  return described.join(", ") || "no changes";
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
    const what = `${action === "create" ? "new" : "replaces the existing one"}${allows ? ", allows without asking" : ""}`;
    return detail ? `${what}: ${detail}` : what;
  }
  const count = versions === 1 ? "1 version" : `${versions} versions`;
  if (action === "create") return `new${disabled ? ", switched off" : ""}, ${count}`;
  if (action === "history") return `stays, ${count} more in its history`;
  return `replaces version ${from}, ${count}`;
}
