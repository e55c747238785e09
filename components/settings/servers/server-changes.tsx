"use client";

import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { diffOf } from "@/components/versions/diff";
import { TextDiff } from "@/components/versions/text-diff";
import type { ServedChange } from "@/lib/shared/mcp/view";
import { wordsOf } from "../api";
import { changeServer } from "./api";

type ServerChangesProps = {
  id: string;
  changes: readonly ServedChange[];
  onAccepted: () => Promise<unknown>;
};

/** Tools that are others than the person has accepted: what changed in each, and the way to take it. */
export function ServerChanges({ id, changes, onAccepted }: ServerChangesProps) {
  const accepting = useMutation({
    mutationFn: (taken: readonly ServedChange[]) =>
      changeServer(id, { accept: taken.map(({ name, version }) => ({ name, version })) }),
    onSettled: onAccepted,
  });
  return (
    <section aria-label="Changed tools" className="flex flex-col gap-3">
      <p className="text-ink-2">
        The server has changed these tools. Each call of them asks until you accept what they are now.
      </p>
      {changes.map((change) => (
        <article key={change.name} className="overflow-hidden rounded-in border border-line">
          <header className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
            <h4 className="min-w-0 flex-1 font-mono text-meta wrap-anywhere">{change.name}</h4>
            <Button
              size="sm"
              variant="outline"
              aria-label={`Accept the change of ${change.name}`}
              onClick={() => accepting.mutate([change])}
            >
              Accept
            </Button>
          </header>
          <TextDiff label={`What changed in ${change.name}`} diff={diffOf(change.before, change.after)} />
        </article>
      ))}
      {accepting.error && <p role="alert">Not accepted. {wordsOf(accepting.error)}</p>}
    </section>
  );
}
