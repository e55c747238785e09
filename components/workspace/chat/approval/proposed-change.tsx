"use client";

import type { ReactNode } from "react";
import { type Item, listVersions } from "@/components/client/versions/api";
import { Changes } from "@/components/client/versions/changes";
import { contentOf, useChangesOf } from "@/components/client/versions/use-version-changes";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/chatApproval";
import { updatedContent } from "../calls/authored-call";
import { Fold } from "../messages/fold";

type ProposedChangeProps = {
  item: Item;
  input: unknown;
  /** The whole call: folded below the diff, or shown alone if there is nothing to compare with. */
  children: ReactNode;
};

export function ProposedChange({ item, input, children }: ProposedChangeProps) {
  const read = async (signal: AbortSignal) => {
    const { revisions } = await listVersions(item);
    const before = await contentOf(revisions.find(({ live }) => live)?.id, signal);
    return { before, after: updatedContent(input, before) };
  };
  const { changes, problem } = useChangesOf(item.kind, read, `${item.name} ${JSON.stringify(input)}`);
  if (problem !== undefined || changes?.length === 0) return children;
  if (!changes) return <Skeleton className="h-24" />;
  return (
    <div className="flex flex-col gap-2">
      <div className="max-h-96 overflow-auto rounded-in bg-sheet">
        <Changes changes={changes} />
      </div>
      <Fold label={t("wholeCall")}>
        <div className="pt-1">{children}</div>
      </Fold>
    </div>
  );
}
