"use client";

import { useVersionChanges } from "@/components/versions/use-version-changes";
import type { MomentChange } from "@/lib/shared/history";
import { Difference, ThingRow } from "./thing-row";

/** What would become of one thing; it opens to the difference. */
export const MomentRow = ({ change }: { change: MomentChange }) => (
  <ThingRow thing={change} words={wordsOf(change)}>
    <Between change={change} />
  </ThingRow>
);

function Between({ change: { kind, liveId, revisionId, action } }: { change: MomentChange }) {
  const found = useVersionChanges(kind, liveId ?? undefined, revisionId ?? undefined);
  return <Difference {...found} lead={action === "delete" ? GOES : undefined} />;
}

const GOES = "It was not there then, so it goes. Its versions stay. This is what it is now:";

function wordsOf({ action, from, to, disabled }: MomentChange): string {
  if (action === "delete") return `goes (version ${from} now)`;
  if (action === "create") return `comes back${disabled ? " switched off" : ""}, as in version ${to}`;
  return `version ${from} → ${to}`;
}
