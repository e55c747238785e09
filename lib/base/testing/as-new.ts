import { vi } from "vitest";
import { closeAll } from "@/lib/base/process";
import { forgetSecrets } from "@/lib/base/redact";

/*
 * Before each file of those that share a process: the process is as if it had just started, but for the modules that are
 * loaded.
 */
const scope = globalThis as typeof globalThis & { firstEnvironment?: NodeJS.ProcessEnv };
scope.firstEnvironment ??= { ...process.env };

vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
// First of all: whatever the file before has left to a timer reads it meanwhile, and what is read once is kept.
for (const name of Object.keys(process.env)) if (!(name in scope.firstEnvironment)) delete process.env[name];
Object.assign(process.env, scope.firstEnvironment);
await closeAll();
forgetSecrets();
