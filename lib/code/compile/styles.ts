import { Scanner } from "@tailwindcss/oxide";
import { compile } from "tailwindcss";
import { singleton } from "../../ground/base/process.ts";
import { dynamicClasses } from "./dynamic-classes";
import { transform } from "./esbuild";
import { runtime } from "./runtime";
import { SourceError } from "./source-error";

const MAX_CLASSES = 4_000;
const INPUT = `@layer theme, base, components, utilities;
@reference "./components/draw/runtime/theme.css";
@layer utilities { @tailwind utilities; }`;

/** A Tailwind compiler and its last output. Classes can be added to a compiler, but not removed. */
type CompiledStyles = {
  runtime: string;
  build: (candidates: string[]) => string;
  candidates: Set<string>;
  classes: Set<string>;
  css: string;
  minified: Promise<string>;
};

/**
 * Maximum number of compilers. A few components may be written or edited at the same time, and each needs its own.
 */
const MAX_COMPILERS = 4;
const MAX_NEW = 60;

const recentCompilers = () =>
  singleton<{ made: CompiledStyles[] }>("styles-made-lately", () => ({ made: [] }));

/**
 * Returns the styles for the classes of a module and of the primitives it uses. Both are in one stylesheet,
 * because the order of its rules decides which class wins. The module's own stylesheets (`written`) come
 * after it and may use Tailwind's directives.
 */
export async function styles(js: string, used: Iterable<string>, written = ""): Promise<string> {
  const own = new Scanner({}).scanFiles([{ content: js, extension: "js" }]);
  const { classes } = runtime();
  const moduleClasses = [...used].flatMap((module) => classes[module] ?? []);
  const candidates = new Set([...own, ...dynamicClasses(js)].slice(0, MAX_CLASSES).concat(moduleClasses));
  if (written) return minify((await compiler(written))([...candidates]));
  const reusable = findReusable(candidates);
  const made = rebuilt(reusable ?? { runtime: runtime().version, build: await compiler("") }, candidates);
  recentCompilers().made = [made, ...recentCompilers().made.filter((each) => each !== reusable)].slice(
    0,
    MAX_COMPILERS,
  );
  return made.minified;
}

/** Returns a recent compiler if all of its classes are still used, which is the case after most edits. */
function findReusable(candidates: Set<string>): CompiledStyles | undefined {
  const { version } = runtime();
  return recentCompilers().made.find(
    (each) =>
      each.runtime === version &&
      each.classes.isSubsetOf(candidates) &&
      candidates.difference(each.candidates).size <= MAX_NEW,
  );
}

function rebuilt(
  before: CompiledStyles | Pick<CompiledStyles, "runtime" | "build">,
  candidates: Set<string>,
): CompiledStyles {
  const css = before.build([...candidates]);
  if ("css" in before && before.css === css) return { ...before, candidates };
  const minified = minify(css);
  const forget = () => {
    recentCompilers().made = recentCompilers().made.filter((each) => each.minified !== minified);
  };
  minified.catch(forget);
  return {
    runtime: before.runtime,
    build: before.build,
    candidates,
    classes: classesOf(candidates, css),
    css,
    minified,
  };
}

/** Returns the candidates that may be classes of this stylesheet, including all of its classes. */
function classesOf(candidates: Set<string>, css: string): Set<string> {
  const names = new Set([...css.matchAll(SELECTOR)].map(([, name = ""]) => plain(name)));
  return new Set([...candidates].filter((candidate) => names.has(plain(candidate))));
}

/** A class name in a stylesheet. A leading digit is escaped by its code, other characters by a backslash. */
const SELECTOR = /\.((?:\\3\d |\\.|[\w-]|[^\0-\x7f])+)/g;
const plain = (name: string) => name.replace(/\\3(\d) /, "$1").replaceAll("\\", "");

async function compiler(written: string): Promise<CompiledStyles["build"]> {
  const { theme } = runtime();
  const compiling = compile(`${INPUT}\n${written}`, {
    base: "",
    loadStylesheet: async (id, base) => {
      const surface = theme[`${id} from ${base}`];
      if (!surface) throw new Error(`The runtime has no stylesheet ${id} (from ${base || "its root"}).`);
      return { path: id, ...surface };
    },
  });
  const { build } = await compiling.catch((error: Error) => {
    throw written ? new SourceError(`The styles cannot be read: ${error.message}`) : error;
  });
  return build;
}

async function minify(css: string): Promise<string> {
  const { code } = await transform(css, { loader: "css", minify: true, logLevel: "silent" });
  return code.trim();
}
