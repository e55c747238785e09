import { Scanner } from "@tailwindcss/oxide";
import { transform } from "esbuild";
import { compile } from "tailwindcss";
import { dynamicClasses } from "./dynamic-classes";
import { runtime } from "./runtime";
import { SourceError } from "./source-error";

const MOST = 4_000;
const INPUT = `@layer theme, base, components, utilities;
@reference "./components/runtime/theme.css";
@layer utilities { @tailwind utilities; }`;

/**
 * The styles of the classes that a module names, and of those of the primitives that it uses: in one sheet, because
 * which class wins is decided by their order. The module's own stylesheets follow, and may speak to Tailwind.
 */
export async function styles(js: string, used: Iterable<string>, written = ""): Promise<string> {
  const own = new Scanner({}).scanFiles([{ content: js, extension: "js" }]);
  const { classes, theme } = runtime();
  const theirs = [...used].flatMap((module) => classes[module] ?? []);
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
  const css = build([...new Set([...own, ...dynamicClasses(js)].slice(0, MOST).concat(theirs))]);
  const { code } = await transform(css, { loader: "css", minify: true, logLevel: "silent" });
  return code.trim();
}
