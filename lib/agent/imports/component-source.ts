import { packageAt, replaceMissingModules } from "@/lib/code/compile/missing-modules";
import type { Artifact } from "@/lib/data/exports/conversation";

const FILE = "// @filename: index.html\n";
/** Without code, a page would be no component. It is the first script, because event handlers use those of the last one. */
const NO_CODE = "<script>void 0;</script>";

/** `missing`: addresses and packages that the artifact loads and the frame lacks. */
export type ComponentSource = { code: string; missing: string[] };

/** Returns the source of an artifact as a component; null for kinds that blocks show. */
export function componentSource({
  type,
  content,
}: Pick<Artifact, "type" | "content">): ComponentSource | null {
  if (type === "react") {
    const { source, missing } = replaceMissingModules(content);
    return { code: source, missing };
  }
  if (type === "svg")
    return { code: `${FILE}${NO_CODE}<body>${content.replace(PROLOGUE, "")}</body>`, missing: [] };
  return type === "html" ? pageSource(content) : null;
}

const PROLOGUE = /<\?xml[^>]*\?>|<!doctype[^>]*>/gi;
const LOADED_SCRIPT = /<script\b[^>]*\bsrc\s*=\s*["']((?:https?:)?\/\/[^"']+)["'][^>]*>\s*<\/script>/gi;
const WRITTEN_SCRIPT = /(<script\b(?![^>]*\bsrc\s*=)[^>]*>)([\s\S]*?)(<\/script>)/gi;

function pageSource(content: string): ComponentSource {
  const missing: string[] = [];
  const written = content.replace(WRITTEN_SCRIPT, (_, start: string, text: string, end: string) => {
    if (!/\bimport\b/.test(text)) return start + text + end;
    const replaced = replaceMissingModules(text);
    missing.push(...replaced.missing);
    return start + replaced.source + end;
  });
  const page = written.replace(LOADED_SCRIPT, (_, address: string) => {
    const code = libraryAt(address);
    if (code === undefined) missing.push(address);
    return `<script>${code || "void 0;"}</script>`;
  });
  return { code: `${FILE}${NO_CODE}${page}`, missing };
}

/**
 * Libraries that pages load from a network, which frames have not. The frame has them itself: the code makes each available
 * under its global name. Those without code need nothing.
 */
const LIBRARIES: Readonly<Record<string, string>> = {
  "@babel/standalone": "",
  "@tailwindcss/browser": "",
  "babel-standalone": "",
  "cdn.tailwindcss.com": "",
  "chart.js": 'import Chart from "chart.js/auto"; window.Chart = Chart;',
  d3: 'import * as d3 from "d3"; window.d3 = d3;',
  lodash: 'import * as _ from "lodash"; window._ = _;',
  marked: 'import { marked } from "marked"; window.marked = marked;',
  mathjs: 'import * as math from "mathjs"; window.math = math;',
  mermaid: 'import mermaid from "mermaid"; window.mermaid = mermaid;',
  papaparse: 'import Papa from "papaparse"; window.Papa = Papa;',
  react: "",
  "react-dom": "",
  recharts: 'import * as Recharts from "recharts"; window.Recharts = Recharts;',
  three: 'import * as THREE from "three"; window.THREE = THREE;',
};

function libraryAt(address: string): string | undefined {
  const { hostname, pathname } = new URL(address, "https://localhost");
  const name = pathname === "/" ? hostname : packageAt(address).toLowerCase();
  return LIBRARIES[name] ?? LIBRARIES[name.replace(FILE_ENDING, "")];
}

const FILE_ENDING = /(?:[.-]v?\d+)*(?:\.min)?\.js$/;
