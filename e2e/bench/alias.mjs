import { statSync } from "node:fs";
import { registerHooks } from "node:module";

const root = new URL("../../", import.meta.url);

/** Lets Node run the app's own TypeScript unbundled: `@/` is the root, and endings may be left out. */
registerHooks({
  resolve(specifier, context, next) {
    const target = inProject(specifier, context.parentURL ?? root.href);
    const file = target && ["", ".ts", "/index.ts"].map((end) => target + end).find(isFile);
    return next(file ?? specifier, context);
  },
});

function inProject(specifier, parent) {
  if (specifier.startsWith("@/")) return new URL(specifier.slice(2), root).href;
  const ours = parent.startsWith(root.href) && !parent.includes("/node_modules/");
  return ours && /^\.\.?\//.test(specifier) ? new URL(specifier, parent).href : undefined;
}

const isFile = (url) => statSync(new URL(url), { throwIfNoEntry: false })?.isFile() ?? false;
