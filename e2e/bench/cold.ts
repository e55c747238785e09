import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Row } from "./report.ts";

const AIM_S = 60;
const ROOT = join(import.meta.dirname, "../..");

/** Measures `npm start` in a fresh clone of HEAD until it can be used: install, build and start. */
export async function coldRow(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "easel-cold-"));
  try {
    execFileSync("git", ["clone", "--quiet", "--depth", "1", `file://${ROOT}`, folder]);
    const began = performance.now();
    const child = spawn("npm", ["start"], {
      cwd: folder,
      env: { ...process.env, PORT: "0", EASEL_DATA_DIR: join(folder, "data") },
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    const gone = once(child, "exit");
    const ready = (async () => {
      for await (const line of createInterface(child.stdout)) if (/ready at http/.test(line)) return;
      throw new Error("npm start ended before it was ready");
    })();
    try {
      await ready;
      return {
        name: "npm start in a fresh clone, s",
        easel: (performance.now() - began) / 1_000,
        aim: AIM_S,
      };
    } finally {
      if (child.pid) process.kill(-child.pid, "SIGTERM");
      await gone;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
