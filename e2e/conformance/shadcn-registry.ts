import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../vendor/shadcn-ui");
const ENDING = ".tsx.txt";
const IMPORTED = /from "([^"@./][^"/]*)/g;

/**
 * Serves the vendored primitives as shadcn/ui's own registry does, so that the `shadcn` program needs no other
 * network than npm. Returns the value of `REGISTRY_URL`. `items` are further files, by their paths.
 */
export async function serveShadcn(): Promise<{ url: string; items: Map<string, string>; close: () => void }> {
  const names = readdirSync(FOLDER).flatMap((file) =>
    file.endsWith(ENDING) ? [file.replace(ENDING, "")] : [],
  );
  const items = new Map<string, string>();
  const server = createServer(({ url = "" }, response) => {
    const body = items.get(url) ?? JSON.stringify(answer(url, names));
    response.writeHead(body ? 200 : 404, { "content-type": "application/json" });
    response.end(body ?? "{}");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/r`, items, close: () => server.close() };
}

function answer(url: string, names: readonly string[]): unknown {
  const [, path = ""] = /^\/r\/(.+)$/.exec(url) ?? [];
  if (path === "index.json") return names.map((name) => ({ name, type: "registry:ui" }));
  if (path === "styles/index.json") return [{ name: "new-york-v4", label: "New York" }];
  if (path === "registries.json") return [];
  if (path.startsWith("colors/")) return NO_COLOURS;
  const [, name = ""] = /^styles\/[\w-]+\/([\w-]+)\.json$/.exec(path) ?? [];
  if (name === "index") return { name, type: "registry:style", files: [] };
  return names.includes(name) ? item(name) : undefined;
}

/** The base colours, which the app has already. */
const NO_COLOURS = {
  inlineColors: { light: {}, dark: {} },
  cssVars: {},
  inlineColorsTemplate: "",
  cssVarsTemplate: "",
};

function item(name: string) {
  const content = readFileSync(join(FOLDER, name + ENDING), "utf8");
  const packages = [...content.matchAll(IMPORTED)].map(([, each = ""]) => each);
  return {
    name,
    type: "registry:ui",
    dependencies: [...new Set(packages)].filter((each) => each !== "react"),
    files: [{ path: `ui/${name}.tsx`, type: "registry:ui", content }],
  };
}
