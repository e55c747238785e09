import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, LaunchOptions } from "playwright";
import { owned } from "../../ground/base/process.ts";
import { clearLeftBrowsers, makeBrowserFolder } from "./folder.ts";

/** Nothing listens there: what has no proxy of its own has no network at all, what is on this machine included. */
const NOWHERE = "http://127.0.0.1:9";

/** Measured: with these no byte leaves Chromium but through a proxy, and names are not even looked up. */
const GUARDED = [
  `--proxy-server=${NOWHERE}`,
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--no-pings",
  // What they send cannot be held.
  "--disable-shared-workers",
  "--deny-permission-prompts",
  "--disable-dev-shm-usage",
];
const UNBOXED = "--no-sandbox";
/** What it is told of this machine: nothing of ours. */
const TOLD = ["PATH", "TZ", "LANG", "LC_ALL", "FONTCONFIG_FILE", "LD_LIBRARY_PATH"];

const root = () => process.env.EASEL_ROOT ?? process.cwd();
/** Whether Chromium's own sandbox works here; null until it has been tried. */
const sandbox = () => owned<{ works: boolean | null }>("chromium-sandbox", () => ({ works: null }));

/** `kill` ends its process, whatever hangs in it. */
export type Launched = { browser: Browser; pid: number; kill(): Promise<void> };

/** Rejects when the browser ends before `work` does: Playwright answers nothing about what was being opened just then. */
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
 * A Chromium without a network: each context brings the proxy through which it may go. It has a folder of its own, and
 * Chromium's sandbox where that works. Throws where there is none.
 */
export async function launchChromium(): Promise<Launched> {
  // The way to a Chromium is that of the tests, in a file that runs as it is and is no part of the bundle.
  const path = pathToFileURL(join(root(), "bin/chromium.mjs")).href;
  const found: { chromium(options: { download: boolean }): Promise<LaunchOptions> } = await import(
    /* turbopackIgnore: true */ /* @vite-ignore */ path
  );
  const options = await found.chromium({ download: false });
  const state = sandbox();
  // Chromium refuses it to root.
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

// Not `launchServer`: what comes over its socket is packed and unpacked, which is most of the work of a live picture.
async function start(
  { executablePath, args = [], env = {} }: LaunchOptions,
  isBoxed: boolean,
): Promise<Launched> {
  clearLeftBrowsers();
  const { folder, keepsFor, remove } = makeBrowserFolder();
  const told = Object.entries(env).filter(([name]) => TOLD.includes(name));
  try {
    // Loaded with the first browser: it takes 14 MB, and many a server never opens one.
    const { chromium } = await import("playwright");
    const browser = await chromium.launch({
      executablePath,
      env: { ...Object.fromEntries(told), HOME: folder, TMPDIR: folder },
      artifactsDir: folder,
      args: [...args.filter((arg) => arg !== UNBOXED), ...GUARDED],
      chromiumSandbox: isBoxed,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const gone = new Promise<void>((resolve) => browser.once("disconnected", () => resolve()));
    // Whoever ends without closing it takes Chromium along.
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
  if (!own) throw new Error("Chromium does not tell its process");
  return own.id;
}

async function killed(pid: number, gone: Promise<void>): Promise<void> {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
  await gone;
}

/** Whether pages run in Chromium's own sandbox; null while that is not known. */
export const isSandboxed = (): boolean | null => (process.getuid?.() === 0 ? false : sandbox().works);

function downloadedChromium(): string {
  const playwright: typeof import("playwright") = createRequire(join(root(), "package.json"))("playwright");
  return playwright.chromium.executablePath();
}

const INSTALLED = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** A Chromium that was found is not looked for again, since every offer of tools asks. If it goes, starting it says so. */
const found = () => owned("chromium-found", () => ({ at: undefined as string | undefined }));

/** Why no Chromium can be started here, in words that say what to do; null where one is found. Looks at files only. */
export function whyNoChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  const where = given ?? root();
  if (found().at === where) return null;
  const why = lookForChromium(given);
  if (why === null) found().at = where;
  return why;
}

function lookForChromium(given: string | undefined): string | null {
  if (given) return existsSync(given) ? null : `CHROMIUM_PATH is ${given}, and there is no such file.`;
  const isThere =
    INSTALLED.some((name) => existsSync(`/usr/bin/${name}`)) ||
    existsSync(join(root(), "node_modules/@sparticuz/chromium")) ||
    existsSync(downloadedChromium());
  return isThere
    ? null
    : "There is no Chromium on this machine. Install it (on Debian and Ubuntu: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH or EASEL_BROWSER_WS.";
}
