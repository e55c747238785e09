import { packageAt } from "@/lib/code/compile/missing-modules";

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
  "gh/highlightjs/cdn-release": 'import hljs from "highlight.js"; window.hljs = hljs;',
  "highlight.js": 'import hljs from "highlight.js"; window.hljs = hljs;',
  lodash: 'import * as _ from "lodash"; window._ = _;',
  marked: 'import { marked } from "marked"; window.marked = marked;',
  mathjs: 'import * as math from "mathjs"; window.math = math;',
  "matter-js": 'import Matter from "matter-js"; window.Matter = Matter;',
  mermaid: 'import mermaid from "mermaid"; window.mermaid = mermaid;',
  papaparse: 'import Papa from "papaparse"; window.Papa = Papa;',
  react: "",
  "react-dom": "",
  recharts: 'import * as Recharts from "recharts"; window.Recharts = Recharts;',
  three: 'import * as THREE from "three"; window.THREE = THREE;',
};

/** Libraries that add functions to the global of d3. */
const PLUGINS: Readonly<Record<string, string>> = {
  "d3-sankey":
    'import * as d3 from "d3"; import * as sankey from "d3-sankey"; window.d3 = { ...d3, ...window.d3, ...sankey };',
};

/** Libraries that load further files from a network when code calls them. The call then fails with a message. */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  pyodide:
    'window.loadPyodide = async () => { throw new Error("Python (pyodide) is not available here, because it loads its files from a network."); };',
};

/** Returns the code that replaces the script at a network address; undefined if the frame lacks the library. */
export const libraryAt = (address: string): string | undefined =>
  entryAt({ ...LIBRARIES, ...PLUGINS }, address);

export const isPlugin = (address: string): boolean => entryAt(PLUGINS, address) !== undefined;

/** Returns the code for a library that the frame lacks and whose calls fail with a message. */
export const unavailableAt = (address: string): string | undefined => entryAt(UNAVAILABLE, address);

function entryAt(entries: Readonly<Record<string, string>>, address: string): string | undefined {
  const { hostname, pathname } = new URL(address, "https://localhost");
  const name = pathname === "/" ? hostname : packageAt(address).toLowerCase();
  return entries[name] ?? entries[name.replace(FILE_ENDING, "")];
}

const FILE_ENDING = /(?:[.-]v?\d+)*(?:\.min)?\.js$/;
