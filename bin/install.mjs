// Plain JavaScript for Node 20 or later, because it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./pid-lock.mjs";

export const ROOT = join(import.meta.dirname, "..");

const INSTALLED = join(ROOT, "node_modules", ".package-lock.json");
const LOCK = join(ROOT, ".builds", "install.lock");

export async function install({ dev = false } = {}) {
  if (!isInstalled(dev)) await installAll(dev);
  // npm may be configured to skip install scripts, so apply the patches here, too.
  const { applyPatches } = await import("./patches.mjs");
  applyPatches(ROOT);
}

const installAll = (dev) =>
  withLock(
    LOCK,
    () => console.log("Waiting for another start to finish installing"),
    () => {
      if (isInstalled(dev)) return;
      const start = Date.now();
      console.log("Installing the packages in package-lock.json (once, about a minute)");
      npm(["ci", "--no-audit", "--no-fund", "--loglevel=error", ...(dev ? ["--include=dev"] : [])]);
      console.log(`Installed in ${Math.round((Date.now() - start) / 1000)} s`);
    },
  );

/** Compares the lock files. npm writes the one in node_modules as the last step, so an interrupted install has none. */
function isInstalled(dev) {
  if (!existsSync(INSTALLED)) return false;
  const wanted = packagesOf(join(ROOT, "package-lock.json"));
  const present = packagesOf(INSTALLED);
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev: isDev, devOptional }]) => {
    if (path === "" || (!dev && (isDev || devOptional))) return true;
    const found = present[path];
    return found ? found.version === version && found.integrity === integrity : optional;
  });
}

function packagesOf(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages;
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
