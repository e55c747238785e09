import { join } from "node:path";
import type { Plugin } from "esbuild";
import { messages } from "@/bin/server/runtime-bundle";
import { listEntries } from "@/bin/server/runtime-modules";
import { build } from "./esbuild";

const ENTRY = "published:entry";
const COMPONENT = "published:component";

/**
 * Bundles a compiled component with the runtime of published apps and the modules that it imports. The frame, or with
 * "hosted" the document of an MCP App, then loads one script with only what the component uses. Throws if the component computes the names of modules.
 */
export async function bundlePublished(
  js: string,
  start: Start = "published",
  root = process.cwd(),
): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [ENTRY],
    ...{ bundle: true, format: "esm", platform: "browser", target: "es2023", minify: true, write: false },
    ...{ legalComments: "none", logLevel: "silent", jsx: "automatic" },
    define: { "process.env.NODE_ENV": '"production"' },
    alias: { "use-intl/format-message": "use-intl/format-message/format-only" },
    plugins: [modules(root, js, start), messages],
  });
  const text = outputFiles?.[0]?.text;
  if (!text) throw new Error("The published script is empty");
  return text;
}

/** The connection to Easel: by the page around the frame, or by the document of an MCP App itself. */
type Start = "published" | "hosted";
const STARTS: Record<Start, string> = {
  published: "./components/draw/runtime/published.ts",
  hosted: "./components/draw/hosted/start.ts",
};

/** The place of notices is large, so only components that show some have it. */
function entryOf(js: string, from: Start): string {
  const hasNotices = /["'](sonner|@\/components\/ui\/sonner)["']/.test(js);
  return [
    `import { start } from ${JSON.stringify(STARTS[from])};`,
    ...(hasNotices
      ? [
          `import { setNotices } from "./components/draw/runtime/mount.tsx";`,
          `import { Notices } from "./components/draw/runtime/notices.tsx";`,
          "setNotices(Notices);",
        ]
      : []),
    `start(() => import(${JSON.stringify(COMPONENT)}));`,
  ].join("\n");
}

/** Resolves the names that components import to the sources of the runtime. */
function modules(root: string, js: string, start: Start): Plugin {
  const sources = new Map(listEntries(root).map(({ specifier, source }) => [specifier, source]));
  return {
    name: "published",
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^published:/ }, ({ path }) => ({ path, namespace: "published" }));
      onResolve({ filter: /./, namespace: "published" }, ({ path, kind }) => {
        const source = sources.get(path) ?? path;
        return resolve(source, { resolveDir: root, kind, importer: join(root, "package.json") });
      });
      onLoad({ filter: /^published:entry$/, namespace: "published" }, () => ({
        contents: entryOf(js, start),
        resolveDir: root,
      }));
      onLoad({ filter: /^published:component$/, namespace: "published" }, () => ({
        contents: js,
        resolveDir: root,
      }));
    },
  };
}
