import { vi } from "vitest";
import { NAMES, readEnv } from "@/lib/ground/base/env";
import { COST } from "@/lib/ground/base/password-hash";
import { closeAll, overrideSingleton } from "@/lib/ground/base/process";
import { forgetSecrets } from "@/lib/ground/base/redact";

/*
 * Resets process-wide state before each test file, because several files share a process. Modules stay
 * loaded.
 */
const scope = globalThis as typeof globalThis & { firstEnvironment?: NodeJS.ProcessEnv };
scope.firstEnvironment ??= { ...process.env };

// Asynchronous work of the previous file may fail during this one. A long stack trace shows where it started.
Error.stackTraceLimit = 50;
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
for (const name of Object.keys(process.env)) if (!(name in scope.firstEnvironment)) delete process.env[name];
Object.assign(process.env, scope.firstEnvironment);
COST.now = COST.CHEAP;
await closeAll();
forgetSecrets();

/*
 * The server reads its environment once. In tests, a timer of the previous file may read it before this file
 * has set its variables, so `env()` reads it again after each change.
 */
let last: { snapshot: string; env: unknown } | undefined;
overrideSingleton("env", () => {
  const snapshot = JSON.stringify(NAMES.map((name) => process.env[name]));
  if (last?.snapshot !== snapshot) last = { snapshot, env: readEnv() };
  return last.env;
});
