import { Scanner } from "@tailwindcss/oxide";
import { transform } from "esbuild";
import { compile } from "tailwindcss";
import { owned } from "../../ground/base/process.ts";
import { dynamicClasses } from "./dynamic-classes";
import { runtime } from "./runtime";
import { SourceError } from "./source-error";

const MOST = 4_000;
const INPUT = `@layer theme, base, components, utilities;
@reference "./components/draw/runtime/theme.css";
@layer utilities { @tailwind utilities; }`;

/** A compiler with its last output. Classes can be added to a compiler, but not removed. */
type Made = {
  runtime: string;
  build: (words: string[]) => string;
  words: Set<string>;
  classes: Set<string>;
  css: string;
  minified: Promise<string>;
};

/** Components that are being currently written or changed. */
const MAX_KEPT = 4;
const MAX_NEW = 60;

const lately = () => owned<{ made: Made[] }>("styles-made-lately", () => ({ made: [] }));

/**
 * Returns the styles for the classes of a module and of the primitives it uses. They are one stylesheet,
 * because their order decides which class wins. The module's own stylesheets follow, and may use Tailwind's
 * directives.
 */
export async function styles(js: string, used: Iterable<string>, written = ""): Promise<string> {
  const own = new Scanner({}).scanFiles([{ content: js, extension: "js" }]);
  const { classes } = runtime();
  const theirs = [...used].flatMap((module) => classes[module] ?? []);
  const words = new Set([...own, ...dynamicClasses(js)].slice(0, MOST).concat(theirs));
  if (written) return minify((await compiler(written))([...words]));
  const known = standing(words);
  const made = renewed(known ?? { runtime: runtime().version, build: await compiler("") }, words);
  lately().made = [made, ...lately().made.filter((each) => each !== known)].slice(0, MAX_KEPT);
  return made.minified;
}

/** Returns a recent compiler whose classes are all still in use, as after most edits. */
function standing(words: Set<string>): Made | undefined {
  const { version } = runtime();
  return lately().made.find(
    (each) =>
      each.runtime === version &&
      each.classes.isSubsetOf(words) &&
      words.difference(each.words).size <= MAX_NEW,
  );
}

function renewed(before: Made | Pick<Made, "runtime" | "build">, words: Set<string>): Made {
  const css = before.build([...words]);
  if ("css" in before && before.css === css) return { ...before, words };
  const minified = minify(css);
  const forget = () => {
    lately().made = lately().made.filter((each) => each.minified !== minified);
  };
  minified.catch(forget);
  return {
    runtime: before.runtime,
    build: before.build,
    words,
    classes: classesOf(words, css),
    css,
    minified,
  };
}

/** Returns the candidates that may be classes of this stylesheet, including all of its classes. */
function classesOf(words: Set<string>, css: string): Set<string> {
  const names = new Set([...css.matchAll(SELECTOR)].map(([, name = ""]) => plain(name)));
  return new Set([...words].filter((word) => names.has(plain(word))));
}

/** A class name in a stylesheet. A leading digit is escaped by its code, other characters by a backslash. */
const SELECTOR = /\.((?:\\3\d |\\.|[\w-]|[^\0-\x7f])+)/g;
const plain = (name: string) => name.replace(/\\3(\d) /, "$1").replaceAll("\\", "");

async function compiler(written: string): Promise<Made["build"]> {
  const { theme } = runtime();
  const compiling = compile(`${INPUT}\n${written}`, {
    base: "",
    loadStylesheet: async (id, base) => {
      const sheet = theme[`${id} from ${base}`];
      if (!sheet) throw new Error(`The runtime has no stylesheet ${id} (from ${base || "its root"}).`);
      return { path: id, ...sheet };
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
