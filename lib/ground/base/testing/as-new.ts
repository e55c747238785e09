import { vi } from "vitest";
import { NAMES, readEnv } from "@/lib/ground/base/env";
import { closeAll, overrideSingleton } from "@/lib/ground/base/process";
import { forgetSecrets } from "@/lib/ground/base/redact";

/* Resets the process before each test file that shares it. Loaded modules stay. */
const scope = globalThis as typeof globalThis & { firstEnvironment?: NodeJS.ProcessEnv };
scope.firstEnvironment ??= { ...process.env };

// Leftovers of the previous file may fail during this one, and long stack traces show their source.
Error.stackTraceLimit = 50;
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
for (const name of Object.keys(process.env)) if (!(name in scope.firstEnvironment)) delete process.env[name];
Object.assign(process.env, scope.firstEnvironment);
await closeAll();
forgetSecrets();

/*
 * A server reads its environment once. In tests, a timer of the previous file may read it before this file
 * has set its own, so it is read again after each change.
 */
let last: { snapshot: string; env: unknown } | undefined;
overrideSingleton("env", () => {
  const snapshot = JSON.stringify(NAMES.map((name) => process.env[name]));
  if (last?.snapshot !== snapshot) last = { snapshot, env: readEnv() };
  return last.env;
});
