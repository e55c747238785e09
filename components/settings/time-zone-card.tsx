"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";
import { useIsBrowser, useTimeZone } from "@/components/ui/kit/clock";
import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { TimeZoneSelect } from "@/components/ui/kit/time-zone-select";
import { fullTime } from "@/lib/shared/chat/time";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settings";
import { saveSettings } from "./api";
import { useSavedChoice } from "./use-saved-choice";

export function TimeZoneCard({ timeZone, now }: { timeZone: string; now: string }) {
  const own = useTimeZone();
  const isBrowser = useIsBrowser();
  const about = useId();
  const { chosen, note, choose } = useSavedChoice(
    timeZone,
    async (wanted) => (await saveSettings({ general: { timeZone: wanted } })).general.timeZoneUsed,
  );
  return (
    <TitledCard title={common("timeZone")} action={<Note note={note} />}>
      <div className="flex max-w-100 flex-col gap-1">
        <TimeZoneSelect
          aria-label={common("timeZone")}
          aria-describedby={about}
          value={chosen}
          onZone={choose}
        />
        <p id={about} className="text-meta text-ink-2">
          {t("nowThere", { now: fullTime(now, chosen) })}
        </p>
      </div>
      {isBrowser && own !== chosen && (
        <Button variant="outline" className="mt-3" onClick={() => choose(own)}>
          {t("useBrowserZone", { zone: own.replaceAll("_", " ") })}
        </Button>
      )}
    </TitledCard>
  );
}
