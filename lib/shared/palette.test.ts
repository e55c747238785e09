import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { palette } from "./palette";

const tokens = readFileSync(new URL("../../app/tokens.css", import.meta.url), "utf8");
const COLOUR = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+))?\)`;

it.each(Object.entries(palette))("%s equals the design token of that name", (name, colours) => {
  const [, ...numbers] =
    new RegExp(`--${name}:\\s*light-dark\\(\\s*${COLOUR},\\s*${COLOUR}\\s*\\)`).exec(tokens) ?? [];
  expect([hex(numbers.slice(0, 4)), hex(numbers.slice(4, 8))]).toEqual(colours);
});

function hex([lightness = "", chroma = "", hue = "", alpha]: (string | undefined)[]): string {
  const angle = (Number(hue) * Math.PI) / 180;
  const [light, a, b] = [
    Number(lightness),
    Number(chroma) * Math.cos(angle),
    Number(chroma) * Math.sin(angle),
  ];
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const parts = linear.map((value) => {
    const clamped = Math.min(1, Math.max(0, value));
    return clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
  });
  if (alpha !== undefined) parts.push(Number(alpha));
  return `#${parts
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
