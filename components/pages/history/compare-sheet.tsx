"use client";

import { ArrowRight } from "lucide-react";
import { useState } from "react";
import type { Older } from "@/components/client/paged-list";
import { Changes } from "@/components/client/versions/changes";
import { Counts } from "@/components/client/versions/counts";
import { troubleText } from "@/components/client/versions/trouble";
import { useVersionChanges, type VersionChange } from "@/components/client/versions/use-version-changes";
import { VersionsWait } from "@/components/client/versions/versions-wait";
import { notifyProblem } from "@/components/ui/kit/notify";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { useIsMobile } from "@/components/ui/use-mobile";
import type { Revision } from "@/lib/shared/history";
import { t } from "@/lib/shared/i18n/en/history";

type CompareSheetProps = {
  /** Undefined for a first version. */
  before: Revision | undefined;
  after: Revision;
  /**
   * A value that changes whenever the content of `after` does: consecutive edits of a state value update the
   * same version in place.
   */
  stamp: string | undefined;
  versions: readonly Revision[];
  live: Revision | undefined;
  onBefore: (id: string) => void;
  onAfter: (id: string) => void;
  older: Older | undefined;
};

export function CompareSheet(props: CompareSheetProps) {
  const { before, after, stamp, versions, live, onBefore, onAfter, older } = props;
  const { changes, problem, again } = useVersionChanges(after.kind, before?.id, after.id, stamp);
  const [wanted, setWanted] = useState<"lines" | "sides">("lines");
  const isPhone = useIsMobile();
  const look = isPhone ? "lines" : wanted;
  const pick = { versions, live, older };
  return (
    <section
      aria-label={t("whatChanged")}
      className="min-w-0 overflow-clip rounded-sheet bg-sheet shadow-sheet"
    >
      <h2 className="sr-only">{t("whatChanged")}</h2>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2 border-line border-b p-2.5">
        <div className="flex min-w-0 items-center gap-2 max-md:w-full">
          {before ? (
            <VersionSelect label={t("compareFrom")} chosen={before} onChoose={onBefore} {...pick} />
          ) : (
            <span className="px-2.5 text-ink-2">{t("noEarlierVersion")}</span>
          )}
          <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-3" />
          <VersionSelect label={t("compareTo")} chosen={after} onChoose={onAfter} {...pick} />
        </div>
        <div className="ml-auto flex items-center gap-3 max-md:ml-2.5">
          {changes && <Counts {...totalOf(changes)} />}
          <ToggleGroup
            type="single"
            aria-label={t("view")}
            value={wanted}
            onValueChange={(value) => (value === "lines" || value === "sides") && setWanted(value)}
            className="max-md:hidden"
          >
            <ToggleGroupItem value="lines">{t("lines")}</ToggleGroupItem>
            <ToggleGroupItem value="sides">{t("sideBySide")}</ToggleGroupItem>
          </ToggleGroup>
        </div>
      </div>
      <div aria-live="polite" className="sr-only">
        {changes?.length === 0 && t("noDifferences")}
      </div>
      {changes ? (
        <Changes changes={changes} look={look} lead={after.deleted ? t("deletedLead") : undefined} />
      ) : (
        <div className="p-4">
          <VersionsWait problem={problem} onAgain={again} />
        </div>
      )}
    </section>
  );
}

type VersionSelectProps = Pick<CompareSheetProps, "versions" | "live" | "older"> & {
  label: string;
  chosen: Revision;
  onChoose: (id: string) => void;
};

const OLDER = "older";

function VersionSelect({ label, chosen, versions, live, onChoose, older }: VersionSelectProps) {
  const showOlder = () =>
    older?.load((error) => void notifyProblem(t("loadError", { error: troubleText(error) })));
  return (
    <div className="w-34 min-w-0 max-md:flex-1">
      <NativeSelect
        aria-label={label}
        value={chosen.id}
        className="font-medium"
        onChange={({ target }) => (target.value === OLDER ? showOlder() : onChoose(target.value))}
      >
        {versions.map((one) => (
          <NativeSelectOption key={one.id} value={one.id}>
            {t("versionOption", { version: one.version, state: stateOf(one, live) })}
          </NativeSelectOption>
        ))}
        {older && <NativeSelectOption value={OLDER}>{t("showOlderVersions")}</NativeSelectOption>}
      </NativeSelect>
    </div>
  );
}

const stateOf = ({ id, deleted, live: isLive }: Revision, live: Revision | undefined) =>
  id === live?.id ? "now" : deleted ? "deleted" : isLive ? "other" : "failed";

const totalOf = (changes: readonly VersionChange[]) => ({
  added: changes.reduce((sum, { diff }) => sum + diff.added, 0),
  removed: changes.reduce((sum, { diff }) => sum + diff.removed, 0),
});
