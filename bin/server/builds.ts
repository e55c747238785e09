import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Lock, openLock, waitFor } from "../../lib/ground/base/file-lock.ts";
import { AppError } from "../../lib/shared/errors.ts";
import { runChild } from "./child.ts";
import { hashSources } from "./sources.ts";

const FOLDER = ".builds";
const COMPLETE = "complete";
/** Subfolder of a build with the files that component frames load. */
export const RUNTIME = "rt";
/** Subfolder of a build with the bundled programs of confined processes. */
export const PROGRAMS = "programs";
const MAX_BUILD_MS = 1_200_000;
const SAY_EVERY = 10_000;

type Log = (line: string) => void;
type Run = (root: string, distDir: string, signal?: AbortSignal) => Promise<void>;
export type Build = { distDir: string; release(): void };
type Options = { log: Log; signal?: AbortSignal; run?: Run };

/**
 * Returns the build of the current sources, and makes it if needed. Each attempt builds into a new folder,
 * which counts only once it is marked as complete, so that a served build is never overwritten or incomplete.
 * One start at a time holds the gate lock; every server holds a shared lock on the build that it serves.
 */
export async function openBuild(root: string, options: Options): Promise<Build> {
  const folder = join(root, FOLDER);
  mkdirSync(folder, { recursive: true });
  const gate = openLock(join(folder, "gate.lock"));
  try {
    const logWaiting = () => options.log("Waiting for the build of another start");
    if (!(await waitFor(gate.tryExclusive, MAX_BUILD_MS, logWaiting))) {
      throw new AppError(
        "unavailable",
        `Another start has been building for too long. Stop it, then start again.`,
      );
    }
    const hash = hashSources(root);
    const name = findComplete(folder, hash) ?? (await build(root, hash, options));
    const use = openLock(lockOf(folder, name));
    use.tryShared();
    removeUnused(folder, name);
    return { distDir: `${FOLDER}/${name}`, release: use.close };
  } finally {
    gate.close();
  }
}

function findComplete(folder: string, hash: string): string | undefined {
  return builds(folder).find(
    (name) => name.startsWith(`${hash}-`) && existsSync(join(folder, name, COMPLETE)),
  );
}

async function build(root: string, hash: string, { log, signal, run = buildAll }: Options): Promise<string> {
  const name = `${hash}-${randomBytes(4).toString("hex")}`;
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(0)} s`;
  log("Building the app (once for each state of the sources, about a minute)");
  const progress = setInterval(() => log(`Still building, ${seconds()}`), SAY_EVERY);
  const distDir = `${FOLDER}/${name}`;
  const restore = keep(join(root, "next-env.d.ts"));
  try {
    await run(root, distDir, signal);
    writeFileSync(join(root, distDir, COMPLETE), "");
    log(`Built in ${seconds()}`);
    return name;
  } catch (error) {
    rmSync(join(root, distDir), { recursive: true, force: true });
    throw error;
  } finally {
    clearInterval(progress);
    restore();
  }
}

const buildAll: Run = (root, distDir, signal) =>
  runChild("build-app.mjs", [root, distDir], { cwd: root, signal }).catch((error) => {
    throw signal?.aborted ? error : new AppError("internal", `The build failed:\n${error.message}`);
  });

/**
 * Remembers the content of a file and returns a function that restores it. Next.js writes the path of the build folder
 * into a file of the source tree.
 */
function keep(path: string): () => void {
  const before = existsSync(path) ? readFileSync(path) : undefined;
  return () => (before ? writeFileSync(path, before) : rmSync(path, { force: true }));
}

/** Removes builds that no server uses: those of other sources, and leftovers of killed builds. */
function removeUnused(folder: string, current: string): void {
  for (const name of builds(folder).filter((each) => each !== current)) {
    const lock: Lock = openLock(lockOf(folder, name));
    const free = lock.tryExclusive();
    if (free) rmSync(join(folder, name), { recursive: true, force: true });
    lock.close();
    if (free) rmSync(lockOf(folder, name), { force: true });
  }
}

function builds(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name : [],
  );
}

const lockOf = (folder: string, name: string) => join(folder, `${name}.lock`);
