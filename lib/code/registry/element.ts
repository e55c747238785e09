import { readFileSync } from "node:fs";
import { join } from "node:path";
import { init, parse } from "es-module-lexer";
import type { Plugin } from "esbuild";
import { MODULES } from "@/components/draw/runtime/modules";
import { build, transform } from "@/lib/code/compile/esbuild";
import { clauseOf } from "@/lib/code/compile/import-clause";
import { isModule } from "@/lib/code/compile/imports";
import { compile, usualName } from "@/lib/code/compile/index";
import { runtime, runtimeFolder } from "@/lib/code/compile/runtime";
import { storedComponentOf } from "@/lib/code/components/read";
import { isRecord } from "@/lib/shared/chat/parts";
import type { PropsSchema } from "@/lib/shared/components/fields";
import { slugOf } from "@/lib/shared/components/slug";
import { AppError } from "@/lib/shared/errors";
import { messages } from "./primitives";
import { isInternal } from "./sources";

const ELEMENT = "./components/draw/runtime/elsewhere/element.tsx";
const PORTAL = "components/draw/runtime/elsewhere/portal.tsx";
/** Names that the component's code cannot use, because an exported component has no network. */
const NETWORK = ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "RTCPeerConnection"];
/** Modules that each element has for itself. */
const OWN = new Set(["easel", "react-dom"]);

const root = () => process.env.EASEL_ROOT ?? process.cwd();

export async function elementOf(agentId: string, name: string): Promise<{ file: string; text: string }> {
  const { code, props_schema } = await storedComponentOf(agentId, name);
  return { file: `${slugOf(name)}.js`, text: await elementModule(name, code, props_schema) };
}

/**
 * Returns an ES module that defines a component as a custom element. It contains everything that the component
 * needs, and loads nothing.
 */
export async function elementModule(name: string, code: string, schema: PropsSchema | null): Promise<string> {
  const compiled = await compile(code);
  if (!compiled.ok)
    throw new AppError("invalid", `The component does not compile: ${compiled.error.message}`);
  const { js, css } = compiled.bundle;
  const used = await importsOf(js);
  const unknown = [...used.keys()].find((module) => isInternal(module) && module !== "lucide-react/icon");
  if (unknown) throw new AppError("invalid", `The component imports "${unknown}", which only Easel has.`);
  const common = await transform(js, {
    format: "cjs",
    target: "es2022",
    loader: "js",
    logLevel: "silent",
  }).catch(() => {
    throw new AppError("invalid", "A component that waits when it loads (top-level await) has no element.");
  });
  const entry = entryText(`easel-${slugOf(name)}`, used, common.code, stylesOf(css, used), typesOf(schema));
  const { outputFiles } = await build({
    absWorkingDir: root(),
    stdin: { contents: entry, resolveDir: root(), loader: "tsx", sourcefile: "element.tsx" },
    ...{ bundle: true, format: "esm", platform: "browser", target: "es2022", minify: true, write: false },
    ...{ legalComments: "none", logLevel: "silent", jsx: "automatic", charset: "utf8" },
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [replacements],
  });
  return outputFiles?.[0]?.text ?? "";
}

/** A call of `importModule` with a literal. */
const LOADED = /\bimportModule\(\s*["']([^"']+)["']\s*\)/g;

type Used = Map<string, Set<string> | "all">;

/** Returns the modules of a compiled component, with the names that it imports. */
async function importsOf(js: string): Promise<Used> {
  await init();
  const used: Used = new Map();
  for (const each of parse(js)[0]) {
    if (each.type === "import-meta" || each.specifier === undefined) continue;
    const { names, isWhole } =
      each.type === "static"
        ? clauseOf(js.slice(each.importStart, each.end + 1))
        : { names: [], isWhole: true };
    const before = used.get(each.specifier) ?? new Set<string>();
    if (isWhole || before === "all") used.set(each.specifier, "all");
    else used.set(each.specifier, new Set([...before, ...names.map(([name]) => name)]));
  }
  const loaded = [...js.matchAll(LOADED)].map(([, module = ""]) => usualName(module)).filter(isModule);
  for (const module of ["react", "react/jsx-runtime", ...loaded]) used.set(module, "all");
  return used;
}

function entryText(
  tag: string,
  used: Used,
  code: string,
  css: string,
  props: Record<string, string>,
): string {
  const modules = [...used].filter(([module]) => !OWN.has(module));
  const imports = modules.map(([module, names], index) => {
    const from = JSON.stringify(sourceOf(module));
    if (names === "all") return `import * as m${index} from ${from};`;
    const clause = [...names].map((name, at) => `${name} as m${index}_${at}`).join(", ");
    return clause ? `import { ${clause} } from ${from};` : `import ${from};`;
  });
  const objects = modules.map(([module, names], index) => {
    const fields =
      names === "all" ? `...m${index}` : [...names].map((name, at) => `${name}: m${index}_${at}`).join(", ");
    return `${JSON.stringify(module)}: { __esModule: true, ${fields} },`;
  });
  const notices = used.has("sonner");
  return `import { defineElement } from "${ELEMENT}";
${notices ? 'import { Toaster } from "./components/ui/sonner.tsx";' : ""}
${imports.join("\n")}
const run = (require, module, exports, ${NETWORK.join(", ")}) => {
${code}
};
defineElement({
  tag: ${JSON.stringify(tag)},
  css: ${JSON.stringify(css)},
  props: ${JSON.stringify(props)},
  modules: { ${objects.join("\n")} },
  run: (require, module, exports) => run(require, module, exports),
  beside: ${notices ? "<Toaster />" : "null"},
});
`;
}

const sourceOf = (module: string): string =>
  module.startsWith("@/components/ui/") ? `./${module.slice(2)}.tsx` : (MODULES[module]?.from ?? module);

const replacements: Plugin = {
  name: "element",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@radix-ui\/react-portal$/ }, () => ({ path: join(root(), PORTAL) }));
    onLoad({ filter: /lib\/shared\/i18n\/en\/ui\.ts$/ }, () => ({ contents: messages().text, loader: "ts" }));
  },
};

function typesOf(schema: PropsSchema | null): Record<string, string> {
  if (!isRecord(schema?.properties)) return {};
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, each]) => [
      name,
      isRecord(each) && typeof each.type === "string" ? each.type : "any",
    ]),
  );
}

const PROPERTY = /@property\s+(--[\w-]+)\s*\{([^}]*)\}/g;

/** Returns the styles of a frame and of the component, for a shadow root instead of a document. */
function stylesOf(css: string, used: Used): string {
  const frame = readFileSync(join(runtimeFolder(), runtime().styles), "utf8").replace(
    /@font-face\s*\{[^}]*\}/g,
    "",
  );
  const notices = used.has("sonner")
    ? readFileSync(join(root(), "node_modules/sonner/dist/styles.css"), "utf8")
    : "";
  const all = `${frame}\n${notices}\n${css}`;
  // A shadow root ignores @property, so that its initial values are set on all elements.
  const initial = [...all.matchAll(PROPERTY)].flatMap(([, name, body = ""]) => {
    const [, value] = /initial-value:\s*([^;]+)/.exec(body) ?? [];
    return value ? [`${name}:${value}`] : [];
  });
  const reset = `@layer properties{.easel-root,.easel-root *,.easel-root ::before,.easel-root ::after{${[...new Set(initial)].join(";")}}}`;
  const host =
    ":host{display:block}.easel-root{position:relative;color:var(--ink);font-family:var(--font-sans)}";
  const own = all
    .replace(PROPERTY, "")
    .replace(/:root\b/g, ".easel-root")
    .replace(/(^|[\s,{}])(?:html|body)(?=[\s,{.:[])/g, "$1.easel-root")
    .replace(/#root\b/g, ".easel-body");
  return `${reset}${own}\n${host}`;
}
