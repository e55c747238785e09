import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { singleton } from "@/lib/ground/base/process";
import type { RegistryFile } from "@/lib/shared/components/registry";

const LIMIT_MS = 15_000;
const MAX_CACHED = 200;

/** The options of a new Next.js app. */
const OPTIONS = {
  ...{ target: "ES2022", lib: ["dom", "dom.iterable", "esnext"], module: "esnext", jsx: "react-jsx" },
  ...{ moduleResolution: "bundler", paths: { "@/*": ["./*"] }, types: ["react", "react-dom"] },
  ...{ strict: true, noEmit: true, skipLibCheck: true, esModuleInterop: true, allowJs: true },
  ...{ resolveJsonModule: true, isolatedModules: true },
};

const root = () => process.env.EASEL_ROOT ?? process.cwd();

/** Returns whether TypeScript accepts these files in strict mode, and false if it takes too long. */
export async function isStrict(files: readonly RegistryFile[]): Promise<boolean> {
  const cache = singleton(
    "registry-strict",
    () => new LRUCache<string, Promise<boolean>>({ max: MAX_CACHED }),
  );
  const key = createHash("sha256").update(JSON.stringify(files)).digest("base64url");
  const turn = singleton("registry-turn", () => pLimit(1));
  const known = cache.get(key) ?? turn(() => check(files));
  cache.set(key, known);
  known.catch(() => cache.delete(key));
  return known;
}

async function check(files: readonly RegistryFile[]): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "easel-strict-"));
  try {
    for (const { path, content = "" } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    await symlink(join(root(), "node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "styles.d.ts"), 'declare module "*.css";');
    const checked = files.map(({ path }) => path).filter((path) => /\.tsx?$/.test(path));
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: OPTIONS, files: [...checked, "styles.d.ts"] }),
    );
    return await passes(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** An unknown module, which the app installs. A package without types is an error, as its uses are unchecked. */
const INSTALLED = /error TS2307:/;

function passes(folder: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const args = [join(root(), "node_modules/typescript/bin/tsc"), "-p", folder, "--pretty", "false"];
  const env = { NODE_ENV: "production" as const, PATH: process.env.PATH, GOMEMLIMIT: "512MiB" };
  execFile(process.execPath, args, { cwd: folder, env, timeout: LIMIT_MS }, (error, stdout) => {
    const errors = stdout.split("\n").filter((line) => /error TS\d+:/.test(line));
    const isRun = error === null || errors.length > 0;
    resolve(isRun && errors.every((line) => INSTALLED.test(line)));
  });
  return promise;
}
