"use client";

import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/versions";
import { Counts } from "./counts";
import { SideDiff } from "./side-diff";
import { TextDiff } from "./text-diff";
import type { VersionChange } from "./use-version-changes";

type ChangesProps = {
  changes: readonly VersionChange[];
  look?: "lines" | "sides";
  lead?: string;
};

export function Changes({ changes, look = "lines", lead }: ChangesProps) {
  const isWhole = changes.length === 1 && changes[0]?.title === common("text");
  const View = look === "lines" ? TextDiff : SideDiff;
  if (changes.length === 0) return <p className="px-4 py-3 text-ink-2">{t("noDifferences")}</p>;
  return (
    <>
      {lead && <p className="px-4 pt-3 pb-1 text-ink-2">{lead}</p>}
      {changes.map(({ title, isProse, diff }) => (
        <section key={title} aria-label={title} className="border-line not-first:border-t">
          {!isWhole && (
            <h3 className="flex items-center gap-3 px-4 pt-3 pb-1">
              <span className="flex-1 font-medium">{title}</span>
              {changes.length > 1 && <Counts {...diff} />}
            </h3>
          )}
          <div className="py-2">
            <View label={title} diff={diff} isProse={isProse} />
          </div>
        </section>
      ))}
    </>
  );
}
