"use client";

import { useId } from "react";
import { useIsBrowser, useTimeZone } from "@/components/kit/clock";
import { Button } from "@/components/ui/button";
import { NativeSelect, NativeSelectOptGroup, NativeSelectOption } from "@/components/ui/native-select";
import { fullTime } from "@/lib/shared/chat/time";
import { saveSettings } from "./api";
import { Note } from "./note";
import { Card } from "./settings-page";
import { useSavedChoice } from "./use-saved-choice";

/** By which clock the agent tells the time and jobs are due. Saved as soon as it is chosen. */
export function TimeZoneCard({ timeZone, now }: { timeZone: string; now: string }) {
  const own = useTimeZone();
  const isBrowser = useIsBrowser();
  const about = useId();
  const { chosen, note, choose } = useSavedChoice(
    timeZone,
    async (wanted) => (await saveSettings({ general: { timeZone: wanted } })).general.timeZoneUsed,
  );
  return (
    <Card
      title="Time zone"
      about="By which the agent tells the time, jobs are due and a day of usage ends."
      action={<Note note={note} />}
    >
      <div className="flex max-w-100 flex-col gap-1">
        <NativeSelect
          aria-label="Time zone"
          aria-describedby={about}
          value={chosen}
          onChange={({ target }) => choose(target.value)}
        >
          {zonesOf(isBrowser, chosen).map(([region, zones]) => (
            <NativeSelectOptGroup key={region} label={region}>
              {zones.map((zone) => (
                <NativeSelectOption key={zone} value={zone}>
                  {zone.replaceAll("_", " ")}
                </NativeSelectOption>
              ))}
            </NativeSelectOptGroup>
          ))}
        </NativeSelect>
        <p id={about} className="text-meta text-ink-2">
          It is {fullTime(now, chosen)} there.
        </p>
      </div>
      {isBrowser && own !== chosen && (
        <Button variant="outline" className="mt-3" onClick={() => choose(own)}>
          Use this browser’s: {own.replaceAll("_", " ")}
        </Button>
      )}
    </Card>
  );
}

/** Every zone by its region; `chosen` may go by an older name. The server may know others than the browser, and draws none. */
function zonesOf(isBrowser: boolean, chosen: string): [string, string[]][] {
  const known = isBrowser ? Intl.supportedValuesOf("timeZone") : [];
  const names = new Set(["UTC", ...known, chosen]);
  const regions = Map.groupBy([...names].sort(), (name) =>
    name.includes("/") ? (name.split("/")[0] ?? "") : "Everywhere",
  );
  return [...regions].sort(([a], [b]) => a.localeCompare(b));
}
