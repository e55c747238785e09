import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Lock, openLock, waitFor } from "../../lib/ground/base/file-lock.ts";
import { AppError } from "../../lib/shared/errors.ts";
import { writeAsOneByte } from "./one-byte.ts";
import { buildRuntime } from "./runtime.ts";
import { shareSameChunks } from "./same-chunks.ts";
import { hashSources } from "./sources.ts";

const FOLDER = ".builds";
const COMPLETE = "complete";
/** Where in a build the frames of components find what they load. */
export const RUNTIME = "rt";
const LONGEST_BUILD = 1_200_000;
const SAY_EVERY = 10_000;

type Log = (line: string) => void;
type Run = (root: string, distDir: string, signal?: AbortSignal) => Promise<void>;
export type Build = { distDir: string; release(): void };
type Options = { log: Log; signal?: AbortSignal; run?: Run };

/**
 * The build of the current sources, made if there is none. Builds lie side by side under a name that no other
 * attempt has, and count only once they are marked as complete: none is overwritten while it is served, and none
 * is served half. The lock is held by one start at a time, that of a build by all that serve it.
 */
export async function openBuild(root: string, options: Options): Promise<Build> {
  const folder = join(root, FOLDER);
  mkdirSync(folder, { recursive: true });
  const gate = openLock(join(folder, "gate.lock"));
  try {
    const said = () => options.log("Waiting for the build of another start");
    if (!(await waitFor(gate.tryExclusive, LONGEST_BUILD, said))) {
      throw new AppError(
        "unavailable",
        `Another start has been building for too long: end it, then start again.`,
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

/** The app, and what the frames of components load; that comes last, for Next empties the folder. */
async function buildAll(root: string, distDir: string, signal?: AbortSignal): Promise<void> {
  await runNextBuild(root, distDir, signal);
  const server = join(root, distDir, "server");
  writeAsOneByte(server);
  shareSameChunks(server);
  await buildRuntime(root, join(root, distDir, RUNTIME));
}

async function runNextBuild(root: string, distDir: string, signal?: AbortSignal): Promise<void> {
  const child = fork(join(import.meta.dirname, "next-build.mjs"), {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", EASEL_DIST_DIR: distDir, NEXT_TELEMETRY_DISABLED: "1" },
    silent: true,
    signal,
    killSignal: "SIGKILL",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const [code] = await once(child, "close");
  if (code !== 0) throw new AppError("internal", `The build failed:\n${output.trim()}`);
}

/** Next notes the folder of a build in a file that is ours to read; a build of ours leaves no trace there. */
function keep(path: string): () => void {
  const before = existsSync(path) ? readFileSync(path) : undefined;
  return () => (before ? writeFileSync(path, before) : rmSync(path, { force: true }));
}

/** Whatever nobody serves: builds of other sources, and what a killed build left. */
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
