import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

const here = (name: string) => join(import.meta.dirname, "testing", name);

/**
 * Runs the launcher with a fake server. Each run of the server ends as its item of `ends` says: "kill" and an exit
 * code once it is ready, "early" before it is ready, and "stay" only at a signal.
 */
async function launched(ends: string[], act: (pid: number, line: string) => void = () => {}) {
  const file = join(mkdtempSync(join(tmpdir(), "mortal-")), "lives");
  const launcher = spawn(process.execPath, [here("launcher.mjs"), here("mortal.mjs"), file, ...ends], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV },
  });
  const lines: { at: number; line: string }[] = [];
  launcher.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    for (const line of chunk.trim().split("\n")) {
      lines.push({ at: performance.now(), line });
      act(launcher.pid ?? 0, line);
    }
  });
  const [complaints, [code]] = await Promise.all([text(launcher.stderr), once(launcher, "exit")]);
  return {
    code,
    lines: lines.map(({ line }) => JSON.parse(line)),
    times: lines.map(({ at }) => at),
    complaints,
  };
}

test("the launcher restarts a killed server at once on the same port and passes on the reason", async () => {
  const { code, lines, times, complaints } = await launched(["kill", "0"]);
  expect(code).toBe(0);
  expect(lines).toMatchObject([
    { nth: 0, port: null, restart: null },
    { nth: 1, port: "4321", restart: { reason: "it was stopped by SIGKILL" } },
  ]);
  expect(Date.now() - Date.parse(lines[1].restart.at)).toBeLessThan(30_000);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeLessThan(5_000);
  expect(complaints).toContain("The server died (it was stopped by SIGKILL). Restarting it (1 of at most 5");
});

test("the launcher starts a server again that asks for it, on the same port, without counting it", async () => {
  const { code, lines, complaints } = await launched(["75", "75", "75", "75", "75", "75", "0"]);
  expect([code, lines.length, complaints]).toEqual([0, 7, ""]);
  expect(lines[6]).toMatchObject({ port: "4321", restart: null });
});

test("the launcher gives up after five restarts with the last exit code and reason", async () => {
  const { code, lines, complaints } = await launched(["1", "1", "1", "1", "1", "7", "stay"]);
  expect(lines).toHaveLength(6);
  expect(code).toBe(7);
  expect(complaints).toMatch(/Restarting it in 0\.02 s \(5 of at most 5/);
  expect(complaints).toMatch(
    /died again \(it exited with code 7\), after 5 restarts in ten minutes\. Easel does not restart it/,
  );
});

test("the launcher does not restart a server that never became ready", async () => {
  const { code, lines } = await launched(["early", "stay"]);
  expect([code, lines.length]).toEqual([3, 1]);
});

test("SIGTERM ends the launcher while the server runs and while the launcher waits to restart it", async () => {
  const serving = await launched(["stay"], (pid) => process.kill(pid, "SIGTERM"));
  expect([serving.code, serving.lines.length]).toEqual([0, 1]);
  const waiting = await launched(["1", "1", "stay"], (pid, line) => {
    if (JSON.parse(line).nth === 1) setTimeout(() => process.kill(pid, "SIGTERM"), 250);
  });
  expect([waiting.code, waiting.lines.length]).toEqual([143, 2]);
});
