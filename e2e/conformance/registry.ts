import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { call } from "../call.ts";
import type { EaselServer } from "../server.ts";
import { blankApp, pagesFor } from "./blank-app.ts";
import { drawn, type Shown } from "./drawn.ts";
import { drawnElements } from "./elements.ts";
import { serveShadcn } from "./shadcn-registry.ts";

const SAMPLES = join(import.meta.dirname, "../components/samples");
/** Fetched from npm for the run; not a dependency. */
const SHADCN = "shadcn@4.23.1";

type Item = { name: string; files: { path: string; content: string; target?: string }[] };

/**
 * Stores the sample components in an Easel and takes them into a blank Next.js app with the `shadcn` program.
 * Prints how many pass each step.
 */
export async function asRegistry(easel: EaselServer): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "conformance-registry-"));
  const shadcn = await serveShadcn();
  try {
    const items = await store(easel);
    const program = await install(folder);
    const run = (args: string[], cwd: string) =>
      output(process.execPath, [program, ...args], cwd, { REGISTRY_URL: shadcn.url });
    const validated = await validate(items, join(folder, "registry"), run);
    const taken = await takeAll(easel, items, shadcn);
    const elements = await drawnElements(await elementsOf(easel, items));
    const app = await blankApp(folder);
    const urls = items.map(({ name }) => `${easel.url}/r/${name}.json`);
    const added = await run(["add", ...urls, "--yes", "--overwrite"], app);
    const here = items.filter(({ files }) => files.every((file) => exists(app, file)));
    pagesFor(
      app,
      items.map(({ name }) => name),
    );
    const built = await output("npx", ["next", "build"], app);
    const shown =
      built.code === 0
        ? await drawn(
            app,
            items.map(({ name }) => name),
          )
        : [];
    for (const { code, text } of [added, built]) if (code !== 0) console.error(text.slice(-6_000));
    const failed = [...shown, ...elements].filter(({ problem }) => problem !== undefined);
    for (const { name, problem } of failed) console.error(`${name}: ${problem}`);
    const all = items.length;
    console.log(`registry: ${validated} of ${all} items are valid and built by shadcn as they are served`);
    console.log(`registry: ${added.code === 0 ? here.length : 0} of ${all} items added by shadcn add`);
    console.log(`registry: next build ${built.code === 0 ? "passed" : "failed"} with all of them`);
    const good = (some: readonly Shown[]) => some.filter(({ problem }) => problem === undefined).length;
    console.log(`registry: ${good(shown)} of ${all} rendered by the app in Chromium without an error`);
    console.log(`registry: ${taken} of ${all} items are taken in again and pass the test of components`);
    console.log(
      `registry: ${good(elements)} of ${elements.length} custom elements rendered twice on a plain page`,
    );
    return (
      [validated, here.length, shown.length, taken].every((count) => count === all) && failed.length === 0
    );
  } finally {
    shadcn.close();
    if (!process.env.KEEP) rmSync(folder, { recursive: true, force: true });
    else console.log(folder);
  }
}

/** Stores the samples as components and returns their items. */
async function store(easel: EaselServer): Promise<Item[]> {
  for (const file of readdirSync(SAMPLES)) {
    const name = file.replace(".tsx.txt", "");
    const code = readFileSync(join(SAMPLES, file), "utf8");
    const { status, body } = await call(easel.url, "POST", "/api/components", {
      ...{ name, description: `The sample ${name}`, code, accept: true },
    });
    if (status >= 300) throw new Error(`${name} was not stored: ${JSON.stringify(body)}`);
  }
  const index = await call(easel.url, "GET", "/r/registry.json");
  const names: string[] = index.body.items.map(({ name }: Item) => name);
  return Promise.all(names.map(async (name) => (await call(easel.url, "GET", `/r/${name}.json`)).body));
}

/** Takes the items in from another server. Returns how many become a component that passes its test. */
async function takeAll(
  easel: EaselServer,
  items: readonly Item[],
  { url, items: served }: Awaited<ReturnType<typeof serveShadcn>>,
): Promise<number> {
  let taken = 0;
  for (const item of items) {
    served.set(`/r/items/${item.name}.json`, JSON.stringify(item));
    const address = `${url}/items/${item.name}.json`;
    const { status, body } = await call(easel.url, "POST", "/api/components/registry", { address });
    if (status === 200 && body.failure === undefined) taken++;
    else console.error(`${item.name} was not taken in: ${body.failure ?? JSON.stringify(body)}`);
  }
  return taken;
}

/** Returns the custom elements. Code that waits when it loads has none. */
async function elementsOf(easel: EaselServer, items: readonly Item[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name } of items) {
    const response = await fetch(`${easel.url}/api/components/${name}/element`);
    if (response.ok) found.set(name, await response.text());
    else console.log(`registry: ${name} has no element: ${(await response.json()).error?.message}`);
  }
  return found;
}

type Run = (args: string[], cwd: string) => Promise<{ code: number; text: string }>;

/** Writes the items as a registry of files. Returns how many `shadcn build` makes equal to what Easel serves. */
async function validate(items: readonly Item[], folder: string, run: Run): Promise<number> {
  const registry = {
    $schema: "https://ui.shadcn.com/schema/registry.json",
    name: "easel",
    homepage: "http://localhost",
  };
  for (const { path, content } of items.flatMap(({ files }) => files)) write(join(folder, path), content);
  const listed = items.map(({ files, ...item }) => ({
    ...item,
    files: files.map(({ content: _, ...file }) => file),
  }));
  write(join(folder, "registry.json"), JSON.stringify({ ...registry, items: listed }));
  for (const args of [["registry", "validate"], ["build"]]) {
    const { code, text } = await run(args, folder);
    if (code !== 0) {
      console.error(text);
      return 0;
    }
  }
  return items.filter((item) => {
    const built: Item = JSON.parse(readFileSync(join(folder, "public/r", `${item.name}.json`), "utf8"));
    return built.files.every(({ path, content }) =>
      item.files.some((file) => file.path === path && file.content === content),
    );
  }).length;
}

async function install(folder: string): Promise<string> {
  const place = join(folder, "cli");
  write(join(place, "package.json"), "{}");
  const { code, text } = await output("npm", ["install", "--no-audit", "--no-fund", SHADCN], place);
  if (code !== 0) throw new Error(text);
  return join(place, "node_modules/shadcn/dist/index.js");
}

export async function output(command: string, args: string[], cwd: string, env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env, CI: "1", NO_COLOR: "1", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
  const [code] = await once(child, "close");
  return { code: Number(code), text };
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function exists(app: string, { path, target }: Item["files"][number]): boolean {
  try {
    return readFileSync(join(app, target ?? path), "utf8").length > 0;
  } catch {
    return false;
  }
}
