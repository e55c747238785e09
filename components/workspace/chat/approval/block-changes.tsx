"use client";

import type { ReactNode } from "react";
import { Changes } from "@/components/client/versions/changes";
import { diffOf } from "@/components/client/versions/diff";
import { t } from "@/lib/shared/i18n/en/chatApproval";
import { t as common } from "@/lib/shared/i18n/en/common";
import { labelOfItem } from "@/lib/shared/kind-texts";
import type { BlockChange } from "@/lib/shared/tools/approval-reason";
import { Fold } from "../messages/fold";

type BlockChangesProps = {
  changes: readonly BlockChange[];
  /** The whole call, folded below the diff. */
  children: ReactNode;
};

export function BlockChanges({ changes, children }: BlockChangesProps) {
  return (
    <div className="flex flex-col gap-2">
      {changes.map(({ name, before, after }) => (
        <section key={name} aria-label={t("changeOf", { item: labelOfItem("block", name) })}>
          <div className="max-h-96 overflow-auto rounded-in bg-sheet">
            <Changes changes={[{ title: common("text"), isProse: true, diff: diffOf(before, after) }]} />
          </div>
        </section>
      ))}
      <Fold label={t("wholeCall")}>
        <div className="pt-1">{children}</div>
      </Fold>
    </div>
  );
}
