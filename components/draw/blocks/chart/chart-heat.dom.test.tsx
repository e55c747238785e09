import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { palette } from "@/lib/shared/palette";
import { ChartHeat } from "./chart-heat";

const FILL = /^color-mix\(in oklab, var\(--chart-1\) (\d+)%, var\(--sheet\)\)$/;
const INK = /^oklch\(from (.+) calc\(\(([\d.]+) - l\) \* 1000\) 0 0\)$/;

it.each([0, 1] as const)("numbers are readable on every shade in theme %i", (theme) => {
  const values = Array.from({ length: 93 }, (_, at) => at);
  const data = { labels: values.map(String), series: [{ name: "Sold", values }] };
  const { container } = render(
    <ChartHeat block={{ type: "chart", chartType: "heatmap", data }} width={6_000} label="Sold" />,
  );
  screen.getByRole("img", { name: "Sold" });
  const labels = [...container.querySelectorAll("text.pointer-events-none")];
  const shades = [...container.querySelectorAll("rect")].map((rect) => rect.getAttribute("fill") ?? "");
  expect([labels.length, new Set(shades).size]).toEqual([93, 93]);
  for (const [at, text] of labels.entries()) {
    const [, ground, middle] = INK.exec(text.getAttribute("fill") ?? "") ?? [];
    expect(ground).toBe(shades[at]);
    const percent = Number(FILL.exec(ground ?? "")?.[1]);
    const shade = mix(labOf(palette["chart-1"][theme]), labOf(palette.sheet[theme]), percent / 100);
    const isWhite = shade[0] < Number(middle);
    const bright = luminance(shade);
    const contrast = isWhite ? 1.05 / (bright + 0.05) : (bright + 0.05) / 0.05;
    expect(contrast, `${percent} %`).toBeGreaterThanOrEqual(4.5);
  }
});

type Three = [number, number, number];

const mix = (one: Three, other: Three, share: number): Three =>
  one.map((value, at) => value * share + (other[at] ?? 0) * (1 - share)) as Three;

function labOf(hex: string): Three {
  const [r = 0, g = 0, b = 0] = (hex.slice(1).match(/../g) ?? [])
    .map((pair) => Number.parseInt(pair, 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function luminance([lightness, a, b]: Three): number {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const [red, green, blue] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.min(1, Math.max(0, value)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
