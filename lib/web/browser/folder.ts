import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** The process that a folder belongs to is in its name. */
const NAME = /^easel-browser-(\d+)-\w+$/;
/** In each, a link to the profile, whose place Playwright chooses. */
const LINK = "profile";
const PROFILE = "--user-data-dir=";

/** A folder for one Chromium: its home, and what it keeps for a while. */
export function makeBrowserFolder() {
  const folder = mkdtempSync(join(tmpdir(), `easel-browser-${process.pid}-`));
  return {
    folder,
    /** Takes down where the profile of this process lies, where the system tells. */
    keepsFor(pid: number) {
      const profile = argumentsOf(pid).find((arg) => arg.startsWith(PROFILE));
      if (profile) symlinkSync(profile.slice(PROFILE.length), join(folder, LINK));
    },
    remove: () => removed(folder),
  };
}

/** Removes what killed processes could not. */
export function clearLeftBrowsers(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = NAME.exec(name) ?? [];
    if (!pid || isAlive(Number(pid))) continue;
    const folder = join(tmpdir(), name);
    const profile = profileIn(folder);
    if (profile) removed(profile);
    removed(folder);
  }
}

/** Anybody may put a link into the temporary folder: only a profile there is taken for one. */
function profileIn(folder: string): string | null {
  try {
    const profile = readlinkSync(join(folder, LINK));
    return dirname(profile) === tmpdir() && basename(profile).startsWith("playwright_chromium")
      ? profile
      : null;
  } catch {
    return null;
  }
}

function argumentsOf(pid: number): string[] {
  if (process.platform !== "linux") return [];
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
}

function removed(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // It is another user's, or still in use: a later one removes it.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
