"use client";

import type { Revision } from "@/lib/shared/history";
import { Counts } from "./counts";
import { TextDiff } from "./text-diff";
import { useVersionChanges } from "./use-version-changes";
import { VersionsWait } from "./versions-wait";

type VersionDiffProps = {
  /** Undefined for the first version, which is all new. */
  before: Revision | undefined;
  after: Revision;
};

/** Everything that differs between two versions, a sheet a part. */
export function VersionDiff({ before, after }: VersionDiffProps) {
  const { changes, problem, again } = useVersionChanges(after.kind, before?.id, after.id);
  if (!changes) return <VersionsWait problem={problem} onAgain={again} />;
  if (changes.length === 0) return <p className="text-ink-2">Nothing differs between the two.</p>;
  return changes.map(({ title, isProse, diff }) => (
    <section key={title} aria-label={title} className="overflow-hidden rounded-sheet bg-sheet shadow-sheet">
      <h3 className="flex items-center gap-3 border-line border-b px-4 py-2">
        <span className="flex-1 font-medium">{title}</span>
        <Counts {...diff} />
      </h3>
      <div className="py-1">
        <TextDiff label={title} diff={diff} isProse={isProse} />
      </div>
    </section>
  ));
}
