// Finds a Chromium for the tests on any machine: an installed one, the npm package or Playwright's download.
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ROOT } from "./install.mjs";

const INSTALLED = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"].map(
  (name) => `/usr/bin/${name}`,
);
const CACHE = join(ROOT, "node_modules", ".cache", "easel");
const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Sets a locale if there is none. In the locale C, the default on Linux, Chromium would name a download "download"
 * if its name is not ASCII.
 */
const LOCALE = ["LC_ALL", "LC_CTYPE", "LANG"].some((name) => process.env[name]) ? {} : { LANG: "C.UTF-8" };

/**
 * Returns options for Playwright's `launch`. `env` is complete, because Playwright does not add `process.env`
 * to it.
 */
export async function chromium({ download = true } = {}) {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath && !existsSync(configuredPath))
    throw new Error(`CHROMIUM_PATH is ${configuredPath}, but that file does not exist.`);
  const present = configuredPath || INSTALLED.find((path) => existsSync(path));
  if (present) return { executablePath: present, args: ARGS, env: { ...process.env, ...LOCALE } };
  if (process.platform === "linux" && process.arch === "x64") return packaged();
  return downloaded(download);
}

/** The npm package is compressed and includes libraries and fonts that a minimal machine lacks. */
async function packaged() {
  const { version, folder } = describePackage();
  const unpacked = join(CACHE, `chromium-${version}`);
  if (!existsSync(unpacked)) await unpack(folder, unpacked);
  const executablePath = join(unpacked, "chromium");
  const env = { ...process.env, ...LOCALE, FONTCONFIG_FILE: join(unpacked, "our-fonts.conf") };
  if (missingLibraries(executablePath, env)) {
    env.LD_LIBRARY_PATH = [join(unpacked, "al2023", "lib"), env.LD_LIBRARY_PATH].filter(Boolean).join(":");
  }
  const missing = missingLibraries(executablePath, env);
  if (missing)
    throw new Error(
      `Chromium cannot start because this machine lacks ${missing}. Install Chromium, or set CHROMIUM_PATH.`,
    );
  return { executablePath, args: ARGS, env };
}

/**
 * Unpacks all files of `folder` into `target`, which appears when it is complete. Each call unpacks into its
 * own folder, because the package skips files that exist, even if another call is still writing them.
 */
export async function unpack(folder, target) {
  console.log("Unpacking Chromium (once, a few seconds)");
  const { inflate } = await import("@sparticuz/chromium");
  mkdirSync(dirname(target), { recursive: true });
  const unfinished = mkdtempSync(`${target}.`);
  const { TMPDIR } = process.env;
  process.env.TMPDIR = unfinished;
  const work = readdirSync(folder).map((name) => inflate(join(folder, name)));
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  await Promise.all(work);
  writeFileSync(join(unfinished, "our-fonts.conf"), fontsIn(join(target, "fonts")));
  try {
    renameSync(unfinished, target);
  } catch (error) {
    // A concurrent process has unpacked the same files first.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

/**
 * Uses the machine's fonts, if any, and the package's own. The font list of the package names folders of
 * another machine.
 */
const fontsIn = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}</dir>
</fontconfig>
`;

async function downloaded(download) {
  const { chromium: playwright } = await import("playwright-core");
  const executablePath = playwright.executablePath();
  if (!existsSync(executablePath)) {
    if (!download)
      throw new Error("Chromium was not found on this machine. Install it, or set CHROMIUM_PATH.");
    console.log("Downloading Chromium (once)");
    const cli = join(
      dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")),
      "cli.js",
    );
    const { status } = spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: "inherit" });
    if (status !== 0) throw new Error("Chromium could not be downloaded. Install it, or set CHROMIUM_PATH.");
  }
  return { executablePath, args: ARGS, env: { ...process.env, ...LOCALE } };
}

function describePackage() {
  const folder = join(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")), "..");
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { version, folder: join(folder, "bin") };
}

function missingLibraries(executablePath, env) {
  const { stdout = "" } = spawnSync("ldd", [executablePath], { env, encoding: "utf8" });
  return [...(stdout ?? "").matchAll(/(\S+) => not found/g)].map(([, name]) => name).join(", ");
}
