// Plain JavaScript for Node 20 or later, because it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./pid-lock.mjs";

export const ROOT = join(import.meta.dirname, "..");

const LOCK = join(ROOT, ".builds", "install.lock");

/** Installs what the server needs, and with `dev` what the tests need, too. */
export async function install({ dev = false } = {}) {
  if (installCommand(ROOT, dev)) await installMissing(dev);
  // npm may be configured to skip install scripts, so apply the patches here, too.
  const { applyPatches } = await import("./patches.mjs");
  applyPatches(ROOT);
}

const installMissing = (dev) =>
  withLock(
    LOCK,
    () => console.log("Waiting for another start to finish installing"),
    () => {
      const args = installCommand(ROOT, dev);
      if (!args) return;
      const start = Date.now();
      console.log("Installing the packages in package-lock.json (once, about half a minute)");
      npm([...args, "--no-audit", "--no-fund", "--loglevel=error"]);
      console.log(`Installed in ${Math.round((Date.now() - start) / 1000)} s`);
    },
  );

/**
 * Returns the arguments with which npm installs what is missing, or undefined. The first start leaves out the
 * development packages, which the tests add. Once installed, the development
 * packages are kept.
 */
export function installCommand(root, dev) {
  const wanted = packagesOf(join(root, "package-lock.json"));
  const present = packagesOf(join(root, "node_modules", ".package-lock.json"));
  const isPresent = ([path, { version, integrity, optional }]) => {
    const found = present[path];
    return found ? found.version === version && found.integrity === integrity : optional;
  };
  const entries = Object.entries(wanted).filter(([path]) => path !== "");
  const [forTests, forServer] = [true, false].map((value) =>
    entries.filter(([, { dev, devOptional }]) => Boolean(dev || devOptional) === value),
  );
  const isComplete = forServer.every(isPresent);
  if (isComplete && (!dev || forTests.every(isPresent))) return undefined;
  // Unlike `npm ci`, this keeps the installed packages, which a running server may load.
  if (isComplete) return ["install", "--no-save", "--include=dev"];
  return ["ci", dev || forTests.some(([path]) => path in present) ? "--include=dev" : "--omit=dev"];
}

/**
 * Returns the packages of a lock file, none if it does not exist. npm writes the one in node_modules as the last step, so
 * an interrupted install has none.
 */
function packagesOf(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : {};
}

/** Runs the npm that started this process, else the one on the PATH. */
function npm(args) {
  const own = process.env.npm_execpath;
  const [command, ...first] = own?.endsWith(".js") ? [process.execPath, own] : ["npm"];
  const { status, signal, error } = spawnSync(command, [...first, ...args], { cwd: ROOT, stdio: "inherit" });
  if (status === 0) return;
  const reason = error ? error.message : signal ? `it was stopped by ${signal}` : `it exited with ${status}`;
  throw new Error(`npm ${args[0]} failed: ${reason}. See its message above.`);
}
