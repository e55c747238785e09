import { Check } from "lucide-react";
import { useMemo } from "react";
import {
  Command,
  CommandEmpty,
  CommandInput,
  CommandItem,
  CommandList,
  commandScore,
} from "@/components/ui/command";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/kit";

type TimeZoneOptionsProps = { chosen: string; onChoose: (zone: string) => void };

export function TimeZoneOptions({ chosen, onChoose }: TimeZoneOptionsProps) {
  // The chosen zone may be an alias that the browser does not list.
  const zones = useMemo(
    () => [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), chosen])].sort().map(described),
    [chosen],
  );
  return (
    <Command
      label={common("timeZone")}
      defaultValue={chosen}
      filter={(zone, typed, keywords) => commandScore(zone, unaccented(typed), keywords)}
    >
      <CommandInput autoFocus placeholder={t("zoneHint")} />
      <CommandList label={t("timeZones")} className="max-h-72">
        <CommandEmpty>{t("noTimeZone")}</CommandEmpty>
        {zones.map(({ zone, name, offset }) => (
          <CommandItem key={zone} value={zone} keywords={[name, offset]} onSelect={() => onChoose(zone)}>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {zone === chosen && <Check aria-label={common("chosen")} />}
            <span className="shrink-0 text-meta text-ink-3 tabular-nums">{offset}</span>
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  );
}

/** Names of zones have no accents, but what users type may have: Zürich. */
const unaccented = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

const offsets = new Map<string, string>();

function described(zone: string) {
  const offset = offsets.get(zone) ?? offsetOf(zone);
  offsets.set(zone, offset);
  return { zone, name: zone.replaceAll("_", " "), offset };
}

/** Returns the present offset of a zone, such as "UTC+1". */
function offsetOf(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat("en", {
      timeZone: zone,
      timeZoneName: "shortOffset",
    }).formatToParts();
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    return name.replace("GMT", "UTC");
  } catch {
    return "";
  }
}
