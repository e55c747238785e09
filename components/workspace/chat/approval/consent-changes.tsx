"use client";

import type { ReactNode } from "react";
import { Changes } from "@/components/client/versions/changes";
import { diffOf } from "@/components/client/versions/diff";
import { t } from "@/lib/shared/i18n/en/chatApproval";
import { t as common } from "@/lib/shared/i18n/en/common";
import { labelOfItem } from "@/lib/shared/kind-texts";
import type { ConsentChange } from "@/lib/shared/tools/approval-reason";
import { Fold } from "../messages/fold";

type BlockChangesProps = {
  changes: readonly ConsentChange[];
  /** The whole call, folded below the diff. */
  children: ReactNode;
};

export function ConsentChanges({ changes, children }: BlockChangesProps) {
  return (
    <div className="flex flex-col gap-2">
      {changes.map(({ kind, name, path, before, after }) => (
        <section
          key={`${name}/${path}`}
          aria-label={t("changeOf", { item: path ?? labelOfItem(kind ?? "block", name) })}
        >
          <div className="max-h-96 overflow-auto rounded-in bg-sheet">
            <Changes
              changes={[
                {
                  title: path ?? common("text"),
                  isProse: path === undefined || path.endsWith(".md"),
                  diff: diffOf(before, after),
                },
              ]}
            />
          </div>
        </section>
      ))}
      <Fold label={t("wholeCall")}>
        <div className="pt-1">{children}</div>
      </Fold>
    </div>
  );
}
