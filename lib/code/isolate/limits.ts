import { z } from "zod";

export type SandboxLimits = { memoryMb: number; cpuMs: number; wallMs: number };

export const SANDBOX_LIMITS: SandboxLimits = { memoryMb: 64, cpuMs: 5_000, wallMs: 30_000 };

/** Minimum of each limit. The engine needs some memory before any code runs. */
const LEAST: SandboxLimits = { memoryMb: 8, cpuMs: 10, wallMs: 10 };

/** A tool may lower the default limits, but not raise them. */
export const limitsSchema = z.strictObject({
  memoryMb: z.number().int().min(LEAST.memoryMb).max(SANDBOX_LIMITS.memoryMb).optional(),
  cpuMs: z.number().int().min(LEAST.cpuMs).max(SANDBOX_LIMITS.cpuMs).optional(),
  wallMs: z.number().int().min(LEAST.wallMs).max(SANDBOX_LIMITS.wallMs).optional(),
});

export function lowered(asked: Partial<SandboxLimits> = {}): SandboxLimits {
  const of = (key: keyof SandboxLimits) =>
    Math.max(LEAST[key], Math.min(asked[key] ?? SANDBOX_LIMITS[key], SANDBOX_LIMITS[key]));
  return { memoryMb: of("memoryMb"), cpuMs: of("cpuMs"), wallMs: of("wallMs") };
}
