"use client";

import { type ComponentType, type CSSProperties, createContext, type ReactNode, use } from "react";

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

export function coloursOf(config: ChartConfig): CSSProperties {
  const colours = Object.entries(config).flatMap(([key, { color, theme }]) => {
    const colour = theme ? `light-dark(${plain(theme.light)}, ${plain(theme.dark)})` : color && plain(color);
    return colour ? [[`--color-${key}`, colour]] : [];
  });
  return Object.fromEntries(colours);
}

/**
 * Removes `hsl()` around a design token. Older shadcn/ui themes have only the arguments of `hsl()` in a token,
 * but our tokens are complete colours.
 */
const plain = (colour: string): string => colour.replace(/^hsla?\(\s*(var\(--[\w-]+\))\s*\)$/, "$1");

/**
 * Finds the entry of a legend or tooltip item: by the value of `key` in the item or its datum, otherwise by
 * `key` itself.
 */
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
