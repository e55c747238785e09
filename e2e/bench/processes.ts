import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const TICKS_PER_SECOND = 100;
const root = new URL("../../", import.meta.url);

export type Server = { url: string; pid: number; stop(): Promise<void> };

type Launch = { args: string[]; env?: Record<string, string>; ready: RegExp; timeoutMs?: number };

/**
 * Starts a Node process and waits for the output line that matches `ready`. The first group of the match
 * becomes `url`.
 */
export async function launch({ args, env = {}, ready, timeoutMs = 240_000 }: Launch): Promise<Server> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`${args.join(" ")} ${why}\n${output.slice(-20).join("\n")}`));
    const timer = setTimeout(fail, timeoutMs, "did not get ready");
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        output.push(line);
        const address = ready.exec(line)?.[1];
        if (address) {
          clearTimeout(timer);
          resolve(address);
        }
      });
    }
    child.once("exit", (code) => fail(`ended with ${code}`));
  });
  return { url, pid: child.pid ?? 0, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await gone;
  clearTimeout(late);
}

/** Returns the CPU time of a process in ms, user and system. Linux only. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

export function descendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      const parent = Number(fields[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // The process has ended in the meantime.
    }
  }
  const below = (each: number): number[] =>
    (children.get(each) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

/** Returns the memory of a process in MB; shared memory counts proportionally. Linux only. */
export function memoryMb(pid: number): number {
  const kb = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1];
  return Math.round(Number(kb) / 1024);
}
