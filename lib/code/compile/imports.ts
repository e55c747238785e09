import { posix } from "node:path";
import { type Import, init, parse } from "es-module-lexer";
import { ALIASES, MODULES } from "../../../components/draw/runtime/modules.ts";
import { nearestNames } from "../../shared/text/nearest.ts";
import { demandDefault } from "./default-export";
import { brandOf, defineIcons, defineTablerIcons, TABLER, tablerNames } from "./icons";
import { clauseOf } from "./import-clause";
import { runtime } from "./runtime";
import { SourceError } from "./source-error";
import type { Transformed } from "./transform";

/** Exports of "easel" that a component may import without access to the agent's state. */
const STATELESS = new Set(["callTool", "sendMessage"]);

/**
 * Returns whether a compiled component may read the agent's state: it imports an export of "easel" that is
 * not in `STATELESS`, or imports dynamically.
 */
export async function mayReadState(js: string): Promise<boolean> {
  await init();
  const [imports] = parse(js);
  return imports.some((each) => {
    if (each.type === "dynamic") return true;
    if (each.specifier !== "easel") return false;
    const { names, isWhole } = clauseOf(js.slice(each.importStart, each.end + 1));
    return isWhole || !names.every(([name]) => STATELESS.has(name));
  });
}

/**
 * Replaces the specifier of every import by a module that the frame has. Throws for modules and names that
 * the frame lacks.
 */
export async function resolveImports(module: Transformed): Promise<{ js: string; used: Set<string> }> {
  await init();
  const [imports, exports] = parse(module.js);
  const used = new Set<string>();
  let { js } = module;
  let head = "";
  // Replace from the end to the start, so that earlier positions stay valid.
  for (const each of [...imports].reverse()) {
    if (each.type === "import-meta" || each.specifier === undefined) continue;
    if (each.type === "dynamic" && each.glob) continue;
    if (isStylesOfModule(each.specifier)) {
      js = js.slice(0, each.importStart) + js.slice(each.importEnd);
      continue;
    }
    const specifier = demandModule(each.specifier, module, each);
    demandNames(specifier, module, each);
    used.add(specifier);
    const statement = module.js.slice(each.importStart, each.importEnd);
    const drawn = each.type === "static" ? iconsOf(specifier, statement, each.importStart) : undefined;
    if (drawn !== undefined) {
      head += drawn;
      // Keep the line breaks, so that line numbers stay the same.
      js = js.slice(0, each.importStart) + statement.replace(/[^\n]/g, "") + js.slice(each.importEnd);
      continue;
    }
    const quoted = each.type === "dynamic" ? JSON.stringify(specifier) : specifier;
    js = js.slice(0, each.start) + quoted + js.slice(each.end);
  }
  return { js: head + js + demandDefault(module, exports), used };
}

export async function importsAny(js: string, specifier: string, names: readonly string[]): Promise<boolean> {
  await init();
  const [imports] = parse(js);
  return imports.some((each) => {
    if (each.type === "import-meta" || each.specifier !== specifier) return false;
    if (each.type === "dynamic") return true;
    const clause = clauseOf(js.slice(each.importStart, each.end + 1));
    return clause.isWhole || clause.names.some(([name]) => names.includes(name));
  });
}

function iconsOf(specifier: string, statement: string, index: number): string | undefined {
  if (specifier !== TABLER && specifier !== "lucide-react") return undefined;
  const { names, isWhole } = clauseOf(statement);
  if (isWhole) return undefined;
  return specifier === TABLER
    ? defineTablerIcons(names, `easel$tabler${index}`)
    : defineIcons(names, `easel$icon${index}`);
}

function demandModule(specifier: string, { placeOf }: Transformed, { importStart }: Import): string {
  if (isModule(specifier)) return usualName(specifier);
  const { line, column } = placeOf(importStart);
  throw new SourceError(explainUnknown(specifier), line, column);
}

export const isModule = (specifier: string): boolean =>
  Object.hasOwn(runtime().imports, usualName(specifier));

/** The frame's modules include their styles, so imports of these are dropped. */
function isStylesOfModule(specifier: string): boolean {
  const [, name = ""] = /^((?:@[\w-]+\/)?[\w.-]+)\/.+\.css$/.exec(specifier) ?? [];
  return isModule(name);
}

export function usualName(specifier: string): string {
  const [spelling, module] = ALIASES.find(([pattern]) => pattern.test(specifier)) ?? [];
  return spelling && module ? specifier.replace(spelling, module) : specifier;
}

export function explainUnknown(specifier: string): string {
  const quoted = JSON.stringify(specifier);
  const [, primitive] = /^@\/components\/ui\/(.+)$/.exec(usualName(specifier)) ?? [];
  if (primitive) {
    const meant = nearestNames(primitive, primitives());
    return `There is no primitive ${quoted}. ${nearestHint(meant)}Available: ${primitives().join(", ")}.`;
  }
  if (/\.(css|scss|sass|less)$/.test(specifier)) {
    return `This component has no file ${quoted}: style with utility classes in className, or put it below a line \`// @filename: ${fileName(specifier)}\`.`;
  }
  if (/^(https?:)?\/\//.test(specifier))
    return `A component has no network, so ${quoted} cannot be loaded. ${listModules()}`;
  if (/^[.~/]|^@\//.test(specifier)) {
    return `This component has no file ${quoted}: put its code here, or below a line \`// @filename: ${fileName(specifier)}\`. ${listModules()}`;
  }
  return `There is no module ${quoted} in the frame. ${nearestHint(meantModules(specifier))}${listModules()}`;
}

const fileName = (specifier: string) => {
  const { base, ext } = posix.parse(specifier);
  return ext ? base : `${base}.tsx`;
};

const nearestHint = (names: readonly string[]) => (names.length > 0 ? `Nearest: ${names.join(", ")}. ` : "");

function meantModules(specifier: string): string[] {
  const instead = REPLACEMENTS.find(([packages]) => packages.test(specifier))?.[1];
  // Suggest "react" only for short specifiers, because most package names contain it.
  const others = [...modules(), ...rareModules()].filter(
    (name) => name !== "react" || specifier.length <= name.length + 2,
  );
  return instead ? [instead] : nearestNames(specifier, others);
}

const listModules = () =>
  `Available imports: ${[...modules(), ...rareModules()].join(", ")}, and @/components/ui/<name> with ${primitives().join(", ")}.`;

const REPLACEMENTS: readonly (readonly [packages: RegExp, instead: string])[] = [
  [/^(react-beautiful-dnd|react-dnd|@hello-pangea\/dnd|sortablejs|react-sortable-hoc)/, "@dnd-kit/core"],
  [/^(moment|dayjs|luxon)\b/, "date-fns"],
  [/^(react-chartjs-2|victory|@nivo|echarts|apexcharts|highcharts|@visx)/, "recharts"],
  [/^(react-icons|@heroicons|@phosphor-icons|@fortawesome|@mui\/icons)/, "lucide-react"],
  [/^(react-hot-toast|react-toastify|notistack)/, "sonner"],
  [/^(formik|react-final-form)/, "react-hook-form"],
  [/^(yup|joi|superstruct)\b/, "zod"],
  [
    /^(axios|ky|swr|@tanstack\/react-query)/,
    "useQuery, useAgentState and callAgentTool of easel, as there is no network",
  ],
  [/^(zustand|jotai|recoil|redux|react-redux|@reduxjs)/, "useReducer of react, or useSheetState of easel"],
  [/^(uuid|nanoid)\b/, "crypto.randomUUID()"],
  [
    /^react-dom\/(server|static)\b/,
    "createRoot of react-dom/client, as components are rendered in the browser",
  ],
  [/^(remarkable|markdown-it|showdown|snarkdown|markdown-to-jsx|micromark)\b/, "react-markdown, or marked"],
  [
    /^(leaflet|react-leaflet|mapbox-gl|maplibre-gl|react-map-gl|@react-google-maps|ol)\b/,
    "d3 (geoMercator, geoPath) with shapes of your own, as the tiles of a map need a network",
  ],
];

export const modules = () =>
  Object.keys(runtime().imports).filter((name) => MODULES[name] && !MODULES[name].quiet);

const rareModules = () => Object.keys(runtime().imports).filter((name) => MODULES[name]?.rare);

export const primitives = () =>
  Object.keys(runtime().imports).flatMap((name) => /^@\/components\/ui\/(.+)$/.exec(name)?.[1] ?? []);

function demandNames(specifier: string, { js, placeOf }: Transformed, each: Import): void {
  if (each.type !== "static") return;
  const { names } = clauseOf(js.slice(each.importStart, each.end + 1));
  const own = runtime().exports[specifier] ?? [];
  const available = specifier === TABLER ? [...own, ...tablerNames()] : own;
  const [missing] = names.find(([name]) => !available.includes(name)) ?? [];
  if (missing === undefined) return;
  const { line, column } = placeOf(each.importStart);
  const what =
    missing === "default"
      ? `${JSON.stringify(specifier)} has no default export: import its names in braces.`
      : `${JSON.stringify(specifier)} does not export ${missing}.`;
  const others = missing === "default" ? available.slice(0, 12) : nearestNames(missing, available);
  const brand = specifier === "lucide-react" && brandOf(missing);
  const hint = brand
    ? ` Import ${brand} from "${TABLER}".`
    : others.length > 0 && ` It has ${others.join(", ")}.`;
  throw new SourceError(what + (hint || ""), line, column);
}
