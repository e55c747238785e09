"use client";

import { useTimeZone } from "@/components/chat/clock";
import { momentWords } from "@/components/history/days";
import { LOOKS } from "@/components/history/kinds";
import { NoRoom } from "@/components/history/no-room";
import { Button } from "@/components/ui/button";
import { KINDS } from "@/lib/shared/history";
import type { ImportChange, ImportPreview } from "@/lib/shared/import";
import { ImportRow } from "./import-row";

/** More would hold up the page. */
const MOST = 200;

type ImportPreviewProps = {
  name: string;
  preview: ImportPreview;
  now: string;
  /** What the file holds. */
  read: () => Promise<unknown>;
  onImport: () => void;
  onCancel: () => void;
};

/** What a file would change, thing by thing. */
export function ImportPreviewList({ name, preview, now, read, onImport, onCancel }: ImportPreviewProps) {
  const zone = useTimeZone();
  const { changes, same, exportedAt } = preview;
  const isNothing = changes.length === 0;
  const shown = changes.slice(0, MOST);
  return (
    <section aria-label="What would change" className="flex flex-col gap-4">
      <p className="wrap-anywhere">
        “{name}”, exported {momentWords(exportedAt, now, zone)}:{" "}
        {isNothing ? "everything in it is here already." : `${summary(changes)}.`}
        {!isNothing && same > 0 && ` ${same === 1 ? "One more is" : `${same} more are`} here already.`}
      </p>
      {!isNothing && (
        <div className="overflow-clip rounded-in border border-line">
          {KINDS.map((kind) => ({ kind, rows: shown.filter((change) => change.kind === kind) }))
            .filter(({ rows }) => rows.length > 0)
            .map(({ kind, rows }) => (
              <section key={kind} aria-label={LOOKS[kind].all} className="border-line not-first:border-t">
                <h3 className="px-4 pt-3 pb-1 text-meta text-ink-3">{LOOKS[kind].all}</h3>
                <ul className="divide-y divide-line">
                  {rows.map((change) => (
                    <ImportRow key={`${change.name} ${preview.hash}`} change={change} read={read} />
                  ))}
                </ul>
              </section>
            ))}
        </div>
      )}
      {changes.length > MOST && <p className="text-ink-2">and {changes.length - MOST} more</p>}
      <NoRoom changes={changes} />
      <div className="flex flex-wrap gap-2">
        {!isNothing && <Button onClick={onImport}>Import</Button>}
        <Button variant="outline" onClick={onCancel}>
          {isNothing ? "Choose another file" : "Cancel"}
        </Button>
      </div>
    </section>
  );
}

/** "2 new, 1 replaced". */
export function summary(changes: readonly ImportChange[]): string {
  const count = (action: ImportChange["action"]) => changes.filter((one) => one.action === action).length;
  const parts = [
    [count("create"), "new"],
    [count("change"), "replaced"],
    [count("history"), "with more history"],
  ] as const;
  const said = parts.filter(([many]) => many > 0).map(([many, what]) => `${many} ${what}`);
  return said.join(", ") || "nothing was missing";
}
