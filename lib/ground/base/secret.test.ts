import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeAll } from "./process";
import { keyFile, secretKey } from "./secret";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "easel-secret-"));
  vi.stubEnv("EASEL_SECRET", "");
  vi.stubEnv("EASEL_DATA_DIR", join(folder, "data"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
  rmSync(folder, { recursive: true });
});

test("keyFile creates the key file once, readable by the owner only", () => {
  const key = keyFile(join(folder, "data"));
  expect(key).toHaveLength(32);
  expect(keyFile(join(folder, "data"))).toEqual(key);
  expect(readdirSync(join(folder, "data"))).toEqual(["secret.key"]);
  expect(statSync(join(folder, "data", "secret.key")).mode & 0o777).toBe(0o600);
});

test("keyFile restricts a key file that others may read", () => {
  keyFile(folder);
  chmodSync(join(folder, "secret.key"), 0o644);
  keyFile(folder);
  expect(statSync(join(folder, "secret.key")).mode & 0o777).toBe(0o600);
});

test("keyFile reports a damaged key file without replacing it", () => {
  const path = join(folder, "secret.key");
  for (const content of ["", "short", "x".repeat(500)]) {
    writeFileSync(path, content);
    expect(() => keyFile(folder)).toThrow(/secret\.key is damaged/);
    expect(readFileSync(path, "utf8")).toBe(content);
  }
});

test("processes that start together agree on one key", async () => {
  const script = `
    const { keyFile } = await import(${JSON.stringify(join(import.meta.dirname, "secret.ts"))});
    await new Promise((go) => process.stdin.once("data", go));
    process.stdout.write(keyFile(${JSON.stringify(folder)}).toString("hex"));
    process.exit();`;
  const racers = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["pipe", "pipe", "inherit"] }),
  );
  for (const { stdin } of racers) stdin.write("go");
  const keys = await Promise.all(
    racers.map(async (racer) => {
      const output: Buffer[] = [];
      racer.stdout.on("data", (chunk: Buffer) => output.push(chunk));
      await once(racer, "close");
      return Buffer.concat(output).toString();
    }),
  );
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(readdirSync(folder)).toEqual(["secret.key"]);
});

test("secretKey derives a different, stable key for each purpose", async () => {
  const [session, other] = [secretKey("session"), secretKey("other")];
  expect(session).not.toEqual(other);
  await closeAll();
  expect(secretKey("session")).toEqual(session);
});

test("secretKey prefers EASEL_SECRET over the key file", async () => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  const key = secretKey("session");
  expect(readdirSync(folder)).toEqual([]);
  await closeAll();
  vi.stubEnv("EASEL_SECRET", "correct horse batterz");
  expect(secretKey("session")).not.toEqual(key);
});
