"use client";

import { Difference, ThingRow } from "@/components/history/thing-row";
import { contentOf, useChangesOf } from "@/components/versions/use-version-changes";
import type { ImportChange } from "@/lib/shared/import";
import { contentIn } from "./file-content";

type ImportRowProps = {
  change: ImportChange;
  /** What the file holds. */
  read: () => Promise<unknown>;
};

/** What a file would do to one thing; where it changes what is live, it opens to the difference. */
export const ImportRow = ({ change, read }: ImportRowProps) => (
  <ThingRow thing={change} words={wordsOf(change)}>
    {change.action !== "history" && <Between change={change} read={read} />}
  </ThingRow>
);

function Between({ change: { kind, name, liveId }, read }: ImportRowProps) {
  const contents = async (signal: AbortSignal) => {
    const [file, before] = await Promise.all([read(), contentOf(liveId ?? undefined, signal)]);
    return { before, after: contentIn(file, kind, name) };
  };
  return <Difference {...useChangesOf(kind, contents, `${name} ${liveId}`)} />;
}

function wordsOf({ action, from, versions, disabled }: ImportChange): string {
  const count = versions === 1 ? "1 version" : `${versions} versions`;
  if (action === "create") return `new${disabled ? ", switched off" : ""}, ${count}`;
  if (action === "history") return `stays, ${count} more in its history`;
  return `replaces version ${from}, ${count}`;
}
