import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BrowserServer, chromium, type LaunchOptions } from "playwright";
import { owned } from "../process.ts";

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
  "--deny-permission-prompts",
  "--disable-dev-shm-usage",
];
const UNBOXED = "--no-sandbox";
/** What it is told of this machine: nothing of ours. */
const TOLD = ["PATH", "TZ", "LANG", "LC_ALL", "FONTCONFIG_FILE", "LD_LIBRARY_PATH"];

const root = () => process.env.EASEL_ROOT ?? process.cwd();
/** Whether Chromium's own sandbox works here; null until it has been tried. */
const sandbox = () => owned<{ works: boolean | null }>("chromium-sandbox", () => ({ works: null }));

/**
 * A Chromium without a network: each context brings the proxy through which it may go. It has a process that can be
 * killed whatever hangs in it, a folder of its own, and Chromium's sandbox where that works. Throws where there is none.
 */
export async function launchChromium(): Promise<BrowserServer> {
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
    const server = await start(options, true);
    state.works = true;
    return server;
  } catch (error) {
    if (state.works) throw error;
    const server = await start(options, false);
    state.works = false;
    return server;
  }
}

async function start(
  { executablePath, args = [], env = {} }: LaunchOptions,
  isBoxed: boolean,
): Promise<BrowserServer> {
  const folder = mkdtempSync(join(tmpdir(), "easel-browser-"));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const told = Object.entries(env).filter(([name]) => TOLD.includes(name));
  try {
    const server = await chromium.launchServer({
      executablePath,
      env: { ...Object.fromEntries(told), HOME: folder, TMPDIR: folder },
      args: [...args.filter((arg) => arg !== UNBOXED), ...GUARDED],
      chromiumSandbox: isBoxed,
      host: "127.0.0.1",
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    // Whoever ends without closing it takes Chromium along.
    process.once("exit", remove);
    server.once("close", () => {
      process.off("exit", remove);
      remove();
    });
    return server;
  } catch (error) {
    remove();
    throw error;
  }
}

/** Whether pages run in Chromium's own sandbox; null while that is not known. */
export const isSandboxed = (): boolean | null => (process.getuid?.() === 0 ? false : sandbox().works);

const INSTALLED = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** Why no Chromium can be started here, in words that say what to do; null where one is found. Looks at files only. */
export function whyNoChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? null : `CHROMIUM_PATH is ${given}, and there is no such file.`;
  const isThere =
    INSTALLED.some((name) => existsSync(`/usr/bin/${name}`)) ||
    existsSync(join(root(), "node_modules/@sparticuz/chromium")) ||
    existsSync(chromium.executablePath());
  return isThere
    ? null
    : "There is no Chromium on this machine. Install it (on Debian and Ubuntu: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH or EASEL_BROWSER_WS.";
}
