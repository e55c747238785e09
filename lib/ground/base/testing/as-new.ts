import { vi } from "vitest";
import { NAMES, readEnv } from "@/lib/ground/base/env";
import { closeAll, readAnew } from "@/lib/ground/base/process";
import { forgetSecrets } from "@/lib/ground/base/redact";

/*
 * Before each file of those that share a process: the process is as if it had just started, but for the modules that are
 * loaded.
 */
const scope = globalThis as typeof globalThis & { firstEnvironment?: NodeJS.ProcessEnv };
scope.firstEnvironment ??= { ...process.env };

// What the file before has left may fail in the middle of this one: then it has to be seen where it came from.
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
 * A server reads its environment once. What the file before has left to a timer reads it too, at any time, and so before
 * this one has set its own: here it is read again whenever it has changed.
 */
let last: { given: string; env: unknown } | undefined;
readAnew("env", () => {
  const given = JSON.stringify(NAMES.map((name) => process.env[name]));
  if (last?.given !== given) last = { given, env: readEnv() };
  return last.env;
});
