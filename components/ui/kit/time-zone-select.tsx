"use client";

import type { ComponentProps } from "react";
import { NativeSelect, NativeSelectOptGroup, NativeSelectOption } from "@/components/ui/native-select";
import { useIsBrowser } from "./clock";

type TimeZoneSelectProps = Omit<ComponentProps<typeof NativeSelect>, "value" | "onChange"> & {
  value: string;
  onZone: (zone: string) => void;
};

export function TimeZoneSelect({ value, onZone, ...props }: TimeZoneSelectProps) {
  const isBrowser = useIsBrowser();
  return (
    <NativeSelect {...props} value={value} onChange={({ target }) => onZone(target.value)}>
      {zonesOf(isBrowser, value).map(([region, zones]) => (
        <NativeSelectOptGroup key={region} label={region}>
          {zones.map((zone) => (
            <NativeSelectOption key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </NativeSelectOption>
          ))}
        </NativeSelectOptGroup>
      ))}
    </NativeSelect>
  );
}

/**
 * Groups the browser's time zones by region, with `chosen`, which may be an alias that the browser does not
 * list. On the server, lists only UTC and `chosen`, because its list may differ from the browser's.
 */
function zonesOf(isBrowser: boolean, chosen: string): [string, string[]][] {
  const supported = isBrowser ? Intl.supportedValuesOf("timeZone") : [];
  const names = new Set(["UTC", ...supported, chosen]);
  const regions = Map.groupBy([...names].sort(), (name) =>
    name.includes("/") ? (name.split("/")[0] ?? "") : "Everywhere",
  );
  return [...regions].sort(([a], [b]) => a.localeCompare(b));
}
