"use client";

import { type ComponentType, type CSSProperties, createContext, type ReactNode, use } from "react";

/** What the series of a chart are called and how they look, under their data keys. */
export type ChartConfig = Record<
  string,
  { label?: ReactNode; icon?: ComponentType } & (
    | { color?: string; theme?: never }
    | { color?: never; theme: { light: string; dark: string } }
  )
>;

export const ChartContext = createContext<ChartConfig | null>(null);

export function useChartConfig(): ChartConfig {
  const config = use(ChartContext);
  if (!config) throw new Error("Charts' tooltips and legends must be used within a <ChartContainer />.");
  return config;
}

/** `--color-<key>` for each series: what its line or bar is drawn with. */
export function coloursOf(config: ChartConfig): CSSProperties {
  const colours = Object.entries(config).flatMap(([key, { color, theme }]) => {
    const colour = theme ? `light-dark(${plain(theme.light)}, ${plain(theme.dark)})` : color && plain(color);
    return colour ? [[`--color-${key}`, colour]] : [];
  });
  return Object.fromEntries(colours);
}

/** Our tokens are whole colours, where those of older themes were the numbers within `hsl()`. */
const plain = (colour: string): string => colour.replace(/^hsla?\(\s*(var\(--[\w-]+\))\s*\)$/, "$1");

/** The entry that an item of a legend or tooltip belongs to: under the key itself, or under what its datum says there. */
export function entryOf(config: ChartConfig, item: object, key: string): ChartConfig[string] | undefined {
  const datum = "payload" in item && isRecord(item.payload) ? item.payload : {};
  for (const place of [item, datum]) {
    const named: unknown = Reflect.get(place, key);
    if (typeof named === "string" && Object.hasOwn(config, named)) return config[named];
  }
  return Object.hasOwn(config, key) ? config[key] : undefined;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
