import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, LaunchOptions } from "playwright";
import { singleton } from "../../ground/base/process.ts";
import { clearLeftBrowsers, makeBrowserFolder } from "./folder.ts";

/**
 * Nothing listens on this port, so a context without its own proxy has no network access. It cannot even reach
 * this machine.
 */
const NOWHERE = "http://127.0.0.1:9";

/**
 * Measured: with these flags, Chromium sends all traffic through the proxy, and does not resolve names itself.
 */
const GUARDED = [
  `--proxy-server=${NOWHERE}`,
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--no-pings",
  // Requests of shared workers cannot be intercepted.
  "--disable-shared-workers",
  "--deny-permission-prompts",
  "--disable-dev-shm-usage",
];
const UNBOXED = "--no-sandbox";
/** The environment variables that Chromium gets. It gets none of Easel's own variables. */
const PASSED_VARIABLES = ["PATH", "TZ", "LANG", "LC_ALL", "FONTCONFIG_FILE", "LD_LIBRARY_PATH"];

const root = () => process.env.EASEL_ROOT ?? process.cwd();
/** Whether Chromium's sandbox works on this machine; null until the first attempt. */
const sandbox = () => singleton<{ works: boolean | null }>("chromium-sandbox", () => ({ works: null }));

/** `kill` ends the browser's process even if it hangs. */
export type Launched = { browser: Browser; pid: number; kill(): Promise<void> };

/**
 * Awaits `work`, but rejects if the browser exits first. Playwright never settles calls that open something
 * when the browser exits.
 */
export async function whileAlive<T>(browser: Browser | null, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = () => reject(new Error("The browser was ended."));
  browser?.once("disconnected", end);
  try {
    return await Promise.race([work, promise]);
  } finally {
    browser?.off("disconnected", end);
  }
}

/**
 * Starts a Chromium without network access, so each context needs its own proxy. Uses a temporary folder, and
 * Chromium's sandbox if it works. Throws if there is no Chromium.
 */
export async function launchChromium(): Promise<Launched> {
  // The tests use this script too. It is not bundled, so import it by its path.
  const path = pathToFileURL(join(root(), "bin/chromium.mjs")).href;
  const found: { chromium(options: { download: boolean }): Promise<LaunchOptions> } = await import(
    /* turbopackIgnore: true */ /* @vite-ignore */ path
  );
  const options = await found.chromium({ download: false });
  const state = sandbox();
  // Chromium's sandbox does not work as root.
  if (process.getuid?.() === 0) state.works = false;
  if (state.works === false) return start(options, false);
  try {
    const launched = await start(options, true);
    state.works = true;
    return launched;
  } catch (error) {
    if (state.works) throw error;
    const launched = await start(options, false);
    state.works = false;
    return launched;
  }
}

// Does not use `launchServer`: its socket compresses the traffic, which would take most of the CPU time of the
// live view.
async function start(
  { executablePath, args = [], env = {} }: LaunchOptions,
  isBoxed: boolean,
): Promise<Launched> {
  clearLeftBrowsers();
  const { folder, keepsFor, remove } = makeBrowserFolder();
  const passed = Object.entries(env).filter(([name]) => PASSED_VARIABLES.includes(name));
  try {
    // Import Playwright with the first browser: it takes 14 MB, and many servers never open a browser.
    const { chromium } = await import("playwright");
    const browser = await chromium.launch({
      executablePath,
      env: { ...Object.fromEntries(passed), HOME: folder, TMPDIR: folder },
      artifactsDir: folder,
      args: [...args.filter((arg) => arg !== UNBOXED), ...GUARDED],
      chromiumSandbox: isBoxed,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const gone = new Promise<void>((resolve) => browser.once("disconnected", () => resolve()));
    // Chromium ends with this process, so remove its folder then.
    process.once("exit", remove);
    void gone.then(() => {
      process.off("exit", remove);
      remove();
    });
    const pid = await pidOf(browser).catch(async (error) => {
      await browser.close();
      throw error;
    });
    keepsFor(pid);
    return { browser, pid, kill: () => killed(pid, gone) };
  } catch (error) {
    remove();
    throw error;
  }
}

async function pidOf(browser: Browser): Promise<number> {
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send("SystemInfo.getProcessInfo");
  await cdp.detach();
  const own = processInfo.find(({ type }) => type === "browser");
  if (!own) throw new Error("Chromium did not report its process");
  return own.id;
}

async function killed(pid: number, gone: Promise<void>): Promise<void> {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already exited.
  }
  await gone;
}

export const isSandboxed = (): boolean | null => (process.getuid?.() === 0 ? false : sandbox().works);

function downloadedChromium(): string {
  const playwright: typeof import("playwright") = createRequire(join(root(), "package.json"))("playwright");
  return playwright.chromium.executablePath();
}

const INSTALLED = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * Caches the path of a Chromium that was found, because every run checks for it. If the file disappears,
 * starting it fails with an error.
 */
const found = () => singleton("chromium-found", () => ({ at: undefined as string | undefined }));

export const isPathSet = (): boolean => Boolean(process.env.CHROMIUM_PATH);

/** Returns instructions if there is no Chromium, or null if there is one. Checks only whether files exist. */
export function whyNoChromium(): string | null {
  const configuredPath = process.env.CHROMIUM_PATH;
  const where = configuredPath ?? root();
  if (found().at === where) return null;
  const why = lookForChromium(configuredPath);
  if (why === null) found().at = where;
  return why;
}

function lookForChromium(configuredPath: string | undefined): string | null {
  if (configuredPath)
    return existsSync(configuredPath)
      ? null
      : `CHROMIUM_PATH is ${configuredPath}, but that file does not exist.`;
  const isThere =
    INSTALLED.some((name) => existsSync(`/usr/bin/${name}`)) ||
    existsSync(join(root(), "node_modules/@sparticuz/chromium")) ||
    existsSync(downloadedChromium());
  return isThere
    ? null
    : "There is no Chromium on this machine. Install it (on Debian and Ubuntu: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH or EASEL_BROWSER_WS.";
}
