import type { Artifact } from "@/lib/data/exports/conversation";

const FILE = "// @filename: index.html\n";
/** Without code, a page would be no component. It is the first script, because event handlers use those of the last one. */
const NO_CODE = "<script>void 0;</script>";

/** Returns the source of an artifact as a component; null for kinds that blocks show. */
export function componentSource({ type, content }: Pick<Artifact, "type" | "content">): string | null {
  if (type === "react") return content;
  if (type === "svg") return `${FILE}${NO_CODE}<body>${content.replace(PROLOGUE, "")}</body>`;
  if (type !== "html") return null;
  const page = content.replace(SCRIPT_TAG, (tag, address: string) => localScript(address) ?? tag);
  return `${FILE}${NO_CODE}${page}`;
}

const PROLOGUE = /<\?xml[^>]*\?>|<!doctype[^>]*>/gi;
const SCRIPT_TAG = /<script\b[^>]*\bsrc\s*=\s*["'](https?:\/\/[^"']+)["'][^>]*>\s*<\/script>/gi;

/**
 * Libraries that pages load from a network, which frames have not. The frame has them itself: `code` makes each available
 * under its global name. Scripts that count visitors are left out.
 */
const LIBRARIES: readonly (readonly [address: RegExp, code: string])[] = [
  [/tailwindcss|\bbabel\b|\breact(?:-dom)?\b|plausible|statcounter|googletagmanager/i, ""],
  [/chart(?:\.js|js)/i, 'import Chart from "chart.js/auto"; window.Chart = Chart;'],
  [/\bd3(?:js)?\b/i, 'import * as d3 from "d3"; window.d3 = d3;'],
  [/\bthree(?:\.js)?\b/i, 'import * as THREE from "three"; window.THREE = THREE;'],
  [/mathjs/i, 'import * as math from "mathjs"; window.math = math;'],
  [/lodash/i, 'import * as _ from "lodash"; window._ = _;'],
  [/papaparse/i, 'import Papa from "papaparse"; window.Papa = Papa;'],
  [/\bmarked\b/i, 'import { marked } from "marked"; window.marked = marked;'],
];

function localScript(address: string): string | undefined {
  const found = LIBRARIES.find(([pattern]) => pattern.test(address));
  return found && `<script>${found[1] || "void 0;"}</script>`;
}
