import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { launchChromium } from "./chromium";

const launching = `const { launchChromium } = await import(${JSON.stringify(join(import.meta.dirname, "chromium.ts"))});
  console.log((await launchChromium()).pid);`;

// A zombie process still has a directory in /proc, but no `exe` in it.
const isAlive = (pid: number) => existsSync(`/proc/${pid}/exe`);

const foldersOf = (pid: number | undefined) =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`easel-browser-${pid}-`));

test.runIf(process.platform === "linux")(
  "ends Chromium when its process is killed, and removes its folders on the next launch",
  async () => {
    const killed = spawn(process.execPath, ["--input-type=module", "-e", launching]);
    const [chromium] = await once(killed.stdout, "data");
    const isBuried = once(killed, "exit");
    killed.kill("SIGKILL");
    await isBuried;
    await vi.waitFor(() => expect(isAlive(Number(chromium))).toBe(false), 10_000);
    const left = foldersOf(killed.pid);
    expect(left).toHaveLength(1);
    const folder = join(tmpdir(), left[0] ?? "");
    const profile = readlinkSync(join(folder, "profile"));
    expect(existsSync(profile)).toBe(true);
    // Browsers of an earlier test file may still have folders of this process, which may disappear during the
    // test.
    const others = foldersOf(process.pid);
    const { kill } = await launchChromium();
    expect([existsSync(folder), existsSync(profile)]).toEqual([false, false]);
    await kill();
    expect(foldersOf(process.pid).filter((name) => !others.includes(name))).toEqual([]);
  },
  30_000,
);
