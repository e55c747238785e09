import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** The name contains the id of the process that owns the folder. */
const NAME = /^easel-browser-(\d+)-\w+$/;
/** Name of a link to Chromium's profile. Playwright chooses the location of the profile. */
const LINK = "profile";
const PROFILE = "--user-data-dir=";

export function makeBrowserFolder() {
  const folder = mkdtempSync(join(tmpdir(), `easel-browser-${process.pid}-`));
  return {
    folder,
    /**
     * Creates the link to the profile of a Chromium process. Only Linux reveals the arguments that contain the
     * profile's path.
     */
    keepsFor(pid: number) {
      const profile = argumentsOf(pid).find((arg) => arg.startsWith(PROFILE));
      if (profile) symlinkSync(profile.slice(PROFILE.length), join(folder, LINK));
    },
    remove: () => removed(folder),
  };
}

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

/**
 * Returns the profile to which the folder's link leads. Any user can create links in the temporary folder, so
 * accepts only a Playwright profile directly in that folder.
 */
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
    // The folder belongs to another user or is in use. In the second case, a later call removes it.
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
