import { statSync } from "node:fs";
import { registerHooks } from "node:module";

const root = new URL("../../", import.meta.url);

/** Cache of resolved packages. Node would read the package's exports again at each import. */
const packages = new Map();

/** Lets Node run the app's TypeScript unbundled: `@/` is the root, and extensions may be omitted. */
registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? root.href;
    const target = inProject(specifier, parent);
    const file = target && ["", ".ts", "/index.ts"].map((end) => target + end).find(isFile);
    if (file) return { url: file, shortCircuit: true };
    if (!isOurs(parent) || !/^[@\w]/.test(specifier)) return next(specifier, context);
    const key = `${context.conditions} ${specifier}`;
    const resolved = packages.get(key) ?? { ...next(specifier, context), shortCircuit: true };
    packages.set(key, resolved);
    return resolved;
  },
});

const isOurs = (url) => url.startsWith(root.href) && !url.includes("/node_modules/");

function inProject(specifier, parent) {
  if (specifier.startsWith("@/")) return new URL(specifier.slice(2), root).href;
  return isOurs(parent) && /^\.\.?\//.test(specifier) ? new URL(specifier, parent).href : undefined;
}

const isFile = (url) => statSync(new URL(url), { throwIfNoEntry: false })?.isFile() ?? false;
