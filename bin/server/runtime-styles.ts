import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { Scanner } from "@tailwindcss/oxide";
import { build } from "esbuild";
import { compile } from "tailwindcss";
import type { Files } from "./runtime-bundle.ts";

/** Stylesheets by the key of an import: its specifier and the folder of the importing file. */
export type Stylesheets = Record<string, { base: string; content: string }>;

const THEME = "./components/draw/runtime/theme.css";
/** Classes whose keyframes must be included, because component styles may refer to them. */
const MOVING = ["animate-spin", "animate-ping", "animate-pulse", "animate-bounce"];
const DECIDES_THEME = /@(theme|import|utility|custom-variant|variant)\b/;

/**
 * Builds the styles of every frame, adds them and their fonts to `files`, and returns the sheets that define
 * the theme.
 */
export async function buildStyles(
  root: string,
  candidates: string[],
): Promise<{ name: string; files: Files; theme: Stylesheets }> {
  const theme: Stylesheets = {};
  const { build: generate } = await compile(`@import "${THEME}";`, {
    base: root,
    loadStylesheet: async (id, base) => {
      const path = resolveSurface(root, id, base);
      const content = readFileSync(path, "utf8");
      const surface = { base: dirname(path), content };
      theme[surfaceKey(id, relative(root, base))] = {
        base: relative(root, surface.base),
        content: DECIDES_THEME.test(content) ? content : "",
      };
      return { path, ...surface, content: withFullAddresses(content, surface.base) };
    },
  });
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: generate([...MOVING, ...candidates]), loader: "css", resolveDir: root },
    outdir: "rt",
    entryNames: "frame-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    write: false,
    loader: { ".woff2": "file" },
    logLevel: "silent",
  });
  const files: Files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  return { name: [...files.keys()].find((name) => name.endsWith(".css")) ?? "", files, theme };
}

export const surfaceKey = (id: string, base: string) => `${id} from ${base}`;

export function classesIn(root: string, paths: string[]): string[] {
  const content = paths.map((path) => ({
    content: readFileSync(join(root, path), "utf8"),
    extension: "tsx",
  }));
  return new Scanner({}).scanFiles(content);
}

function resolveSurface(root: string, id: string, base: string): string {
  if (id.startsWith(".")) return join(base, id);
  const load = createRequire(join(root, "package.json"));
  if (id.endsWith(".css")) return load.resolve(id);
  const path = load.resolve(`${id}/package.json`);
  const { style = "index.css" }: { style?: string } = JSON.parse(readFileSync(path, "utf8"));
  return join(dirname(path), style);
}

/** Makes relative URLs absolute, because imported sheets are merged into one. */
const withFullAddresses = (content: string, base: string) =>
  content.replace(/url\((["']?)(\.\/[^"')]+)\1\)/g, (_, _quote, path) => `url("${join(base, path)}")`);
