"use client";

import { useTimeZone } from "@/components/chat/clock";
import { momentWords } from "@/components/history/days";
import { isSingle, LOOKS, titleOf } from "@/components/history/kinds";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { KINDS } from "@/lib/shared/history";
import type { ImportChange, ImportPreview } from "@/lib/shared/import";

/** More would hold up the page. */
const MOST = 200;

type ImportPreviewProps = {
  name: string;
  preview: ImportPreview;
  now: string;
  onImport: () => void;
  onCancel: () => void;
};

/** What a file would change, thing by thing. */
export function ImportPreviewList({ name, preview, now, onImport, onCancel }: ImportPreviewProps) {
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
                <h3 className="px-3 pt-2 text-meta text-ink-3">{LOOKS[kind].all}</h3>
                <ul className="pb-1">
                  {rows.map((change) => (
                    <Row key={change.name} change={change} />
                  ))}
                </ul>
              </section>
            ))}
        </div>
      )}
      {changes.length > MOST && <p className="text-ink-2">and {changes.length - MOST} more</p>}
      <div className="flex flex-wrap gap-2">
        {!isNothing && <Button onClick={onImport}>Import</Button>}
        <Button variant="outline" onClick={onCancel}>
          {isNothing ? "Choose another file" : "Cancel"}
        </Button>
      </div>
    </section>
  );
}

function Row({ change }: { change: ImportChange }) {
  const { kind } = change;
  const Icon = LOOKS[kind].icon;
  return (
    <li className="flex min-h-9 items-center gap-2.5 px-3 py-1">
      <Icon aria-hidden className="size-4 shrink-0 text-ink-2" />
      <span className={cn("min-w-0 truncate font-medium", !isSingle(kind) && "font-mono")}>
        {titleOf(change)}
      </span>
      <span className="ml-auto shrink-0 text-meta text-ink-2 tabular-nums">{wordsOf(change)}</span>
    </li>
  );
}

function wordsOf({ action, from, versions }: ImportChange): string {
  const count = versions === 1 ? "1 version" : `${versions} versions`;
  if (action === "create") return `new, ${count}`;
  if (action === "history") return `stays, ${count} more in its history`;
  return from === null ? `goes, ${count}` : `replaces version ${from}, ${count}`;
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
