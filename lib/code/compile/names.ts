import { MODULES } from "../../../components/draw/runtime/modules.ts";
import { singleton } from "../../ground/base/process.ts";
import { runtime } from "./runtime";

export type NameOrigin = { module: string; name: string };

const IDENTIFIER = /[A-Za-z_$][\w$]*/g;
const TAG = /<([A-Z][\w$]*)/g;
const HOOK = /\b(use[A-Z][\w$]*)\s*[<(]/g;
const COMMONJS = ["require", "module", "exports"];
/**
 * Exports that a source may use without an import, unless the module lists others: components, hooks and
 * variants.
 */
const DEFAULT_NAME = /^[A-Z]|^use[A-Z]|Variants$/;

/**
 * Recharts and the primitives both export Tooltip and Label. In a source with a chart they mean Recharts'
 * exports, unless the source matches the primitive's pattern.
 */
const CHARTS = /\b(Line|Bar|Area|Pie|Radar|Scatter|Composed|RadialBar|Funnel)Chart\b/;
const LIKE_PRIMITIVE: Record<string, RegExp> = {
  Tooltip: /\bTooltip(Trigger|Content|Provider)\b/,
  Label: /\bhtmlFor=|<Label>/,
};

/**
 * Returns the identifiers of a source that may be used without a definition: names of the runtime, and names
 * of components, hooks and CommonJS.
 */
export function freeNameCandidates(source: string): Set<string> {
  const all = origins();
  const identifiers = new Set(source.match(IDENTIFIER));
  return new Set([
    ...[...identifiers].filter((name) => all.has(name)),
    ...COMMONJS.filter((name) => identifiers.has(name)),
    ...[...source.matchAll(TAG), ...source.matchAll(HOOK)].map(([, name]) => name ?? ""),
  ]);
}

export function originOf(name: string, source: string): NameOrigin | undefined {
  const primitive = LIKE_PRIMITIVE[name];
  if (primitive && CHARTS.test(source) && !primitive.test(source)) return { module: "recharts", name };
  return origins().get(name);
}

export const isCommonJs = (name: string) => COMMONJS.includes(name);

const origins = () =>
  singleton("runtime-names", () => {
    const { imports, exports } = runtime();
    const found = new Map<string, NameOrigin>();
    const add = (name: string, origin: NameOrigin) => found.has(name) || found.set(name, origin);
    for (const module of Object.keys(imports)) {
      const { bare, namespace } = MODULES[module] ?? { bare: true };
      const names = exports[module] ?? [];
      if (namespace) add(namespace, { module, name: names.includes("default") ? "default" : "*" });
      const defaults = names.filter((name) => DEFAULT_NAME.test(name));
      const offered =
        bare === "all" ? names.filter((name) => name !== "default") : bare === true ? defaults : bare;
      for (const name of offered ?? []) add(name, { module, name });
    }
    return found;
  });
