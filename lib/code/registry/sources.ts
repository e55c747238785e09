import { posix } from "node:path";
import { MODULES } from "@/components/draw/runtime/modules";
import { fileFor, movedFile } from "@/lib/code/compile/files";
import {
  asOneModule,
  type BareName,
  bareNamesOf,
  defaultExportOf,
  drawsRoot,
  entryFileOf,
  type SourceFile,
  sourceFilesOf,
  usualName,
} from "@/lib/code/compile/index";
import { type RegistryFile, TAKEN } from "@/lib/shared/components/registry";
import { slugOf } from "@/lib/shared/components/slug";
import { primitiveOf } from "./primitives";
import { replaceSpecifiers } from "./rewrite";

/** Files of a component for another app. `imports` has the module specifiers that Easel knows. */
export type Written = { files: RegistryFile[]; imports: Set<string> };

const SCRIPT = /\.(?:[jt]sx?|mjs)$/;
/** Files that other apps load in another way than Easel, such as images and pages. */
const OTHER = /\.(?:html?|svg|md|txt)$/;
const HOOK = /^@\/hooks\/(.+)$/;
const HEAD = '"use client";\n';
const DIRECTIVE = /^\s*["']use (?:client|strict)["'];?[ \t]*\n/;

/** Returns where an app finds a module of Easel's runtime. `own` are the primitives that come with the item. */
export function placeOf(module: string, own: (primitive: string) => boolean): string {
  if (module === "easel") return `@/${TAKEN.easel}`;
  const [, hook] = HOOK.exec(module) ?? [];
  if (hook) return `@/${TAKEN.hooks}/${hook}`;
  const primitive = primitiveOf(module);
  return primitive && own(primitive) ? `@/${TAKEN.ui}/${primitive}` : module;
}

/** Writes the files of a component with an import for every name that Easel provides without one. */
export async function writtenSources(
  name: string,
  source: string,
  own: (primitive: string) => boolean,
): Promise<Written> {
  const imports = new Set<string>();
  const files = sourceFilesOf(source);
  const place = (module: string) => {
    imports.add(module);
    return placeOf(module, own);
  };
  const base = slugOf(name);
  const main = `${base}.tsx`;
  // Files in the folder of the component, if it needs one.
  const inner = await innerFiles(files, source, place);
  const [entry] = inner;
  const isBrowserOnly = inner.some(({ content = "" }) => BROWSER.test(content));
  if (entry && inner.length === 1 && !isBrowserOnly)
    return { files: [scriptFile(main, entry.content ?? "")], imports };
  const path = `./${base}/${entry?.path.replace(SCRIPT, "")}`;
  const text = isBrowserOnly
    ? `import { clientOnly } from ${JSON.stringify(place("easel"))};\n\nexport default clientOnly(() => import("${path}"));\n`
    : `export { default } from "${path}";\n`;
  const placed = inner.map(({ path, content = "" }) =>
    (SCRIPT.test(path) ? scriptFile : otherFile)(`${base}/${path}`, content),
  );
  return { files: [scriptFile(main, HEAD + text), ...placed], imports };
}

type Inner = Pick<RegistryFile, "path" | "content">;

/** Returns the files of a component by their own paths, the entry first. */
async function innerFiles(
  files: readonly SourceFile[],
  source: string,
  place: (module: string) => string,
): Promise<Inner[]> {
  if (files.some(({ path, text }) => OTHER.test(path) || drawsRoot(text))) return bundled(source, place);
  const entry = entryFileOf(files);
  const sorted = [...files.filter((file) => file === entry), ...files.filter((file) => file !== entry)];
  return Promise.all(
    sorted.map(async (file) => ({
      path: file.path,
      content: SCRIPT.test(file.path) ? await written(file, files, place, file === entry) : file.text,
    })),
  );
}

/** Browser APIs, which are missing while a server renders a page. */
const BROWSER =
  /\b(?:window|document|navigator|localStorage|sessionStorage|location|history|screen|inner(?:Width|Height)|devicePixelRatio|matchMedia|requestAnimationFrame|addEventListener|getComputedStyle|Image|Audio|Worker|ResizeObserver|IntersectionObserver|MutationObserver|useSyncExternalStore)\b/;

const scriptFile = (path: string, content: string): RegistryFile => ({
  path: `${TAKEN.components}/${path}`,
  type: "registry:component",
  content,
});

const otherFile = (path: string, content: string): RegistryFile => ({
  path: `${TAKEN.components}/${path}`,
  type: "registry:file",
  target: `${TAKEN.components}/${path}`,
  content,
});

async function written(
  file: SourceFile,
  files: readonly SourceFile[],
  place: (module: string) => string,
  isEntry: boolean,
): Promise<string> {
  const resolve = (specifier: string) => {
    const found = fileFor(specifier, file.path, files) ?? movedFile(specifier, files);
    if (found && files.length > 1) return relativeTo(file.path, found.path);
    const module = usualName(specifier);
    // Easel's modules include their styles.
    return /\.css$/.test(module) ? null : place(module);
  };
  const replaced = replaceSpecifiers(file.text, file.path, resolve).replace(DIRECTIVE, "");
  // A file without a component needs no default export.
  const added = isEntry ? await defaultExportOf(replaced) : "";
  const bare = await bareNamesOf(replaced);
  const more = isEntry ? unimported(files) : [];
  // Bundlers drop this part of d3, because it only adds methods to the selections of another part.
  if (/\.(?:transition|interrupt)\(/.test(replaced) && /["']d3["']/.test(replaced))
    more.push('import "d3-transition";');
  const head = [...statements(bare, place), ...more].map((line) => `${line}\n`).join("");
  return `${HEAD}${head}${replaced.trim()}\n${added}`;
}

/** A stylesheet that no file imports applies to the whole component. */
const unimported = (files: readonly SourceFile[]): string[] =>
  files
    .filter(
      ({ path }) =>
        path.endsWith(".css") && !files.some(({ text }) => text.includes(`/${posix.basename(path)}`)),
    )
    .map(({ path }) => `import ${JSON.stringify(`./${path}`)};`);

function relativeTo(importer: string, path: string): string {
  const relative = posix.relative(posix.dirname(importer), path).replace(/\.(?:[jt]sx?)$/, "");
  return relative.startsWith(".") ? relative : `./${relative}`;
}

/** Returns one import statement for each module of the names. */
function statements(names: readonly BareName[], place: (module: string) => string): string[] {
  const modules = Map.groupBy(names, ({ module }) => module);
  return [...modules].toSorted().flatMap(([module, all]) => {
    const from = JSON.stringify(place(module));
    const named = all.filter(({ name }) => name !== "*" && name !== "default");
    const clause = named.map(({ name, as }) => (name === as ? name : `${name} as ${as}`)).join(", ");
    return [
      ...all.flatMap(({ name, as }) =>
        name === "*"
          ? `import * as ${as} from ${from};`
          : name === "default"
            ? `import ${as} from ${from};`
            : [],
      ),
      ...(clause ? [`import { ${clause} } from ${from};`] : []),
    ];
  });
}

async function bundled(source: string, place: (module: string) => string): Promise<Inner[]> {
  const { js, css } = await asOneModule(source);
  const text = replaceSpecifiers(js, "component.js", (specifier) => {
    const module = usualName(specifier);
    return /\.css$/.test(module) ? null : place(module);
  });
  const head = `${HEAD}${css ? 'import "./component.css";\n' : ""}`;
  return [
    { path: "component.jsx", content: head + text },
    ...(css ? [{ path: "component.css", content: css }] : []),
  ];
}

/** Modules that only Easel's own code may import. */
export const isInternal = (module: string): boolean =>
  module === "easel/diagram" || module === "lucide-react/icon" || !(module in MODULES || primitiveOf(module));
