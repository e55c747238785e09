import { z } from "zod";

/** What one call may use. */
export type Limits = { memoryMb: number; cpuMs: number; wallMs: number };

export const LIMITS: Limits = { memoryMb: 64, cpuMs: 5_000, wallMs: 30_000 };

/** The engine needs some memory before there is any code. */
const LEAST: Limits = { memoryMb: 8, cpuMs: 10, wallMs: 10 };

/** A tool may have less than everybody, never more. */
export const limitsSchema = z.strictObject({
  memoryMb: z.number().int().min(LEAST.memoryMb).max(LIMITS.memoryMb).optional(),
  cpuMs: z.number().int().min(LEAST.cpuMs).max(LIMITS.cpuMs).optional(),
  wallMs: z.number().int().min(LEAST.wallMs).max(LIMITS.wallMs).optional(),
});

export function lowered(asked: Partial<Limits> = {}): Limits {
  const of = (key: keyof Limits) => Math.max(LEAST[key], Math.min(asked[key] ?? LIMITS[key], LIMITS[key]));
  return { memoryMb: of("memoryMb"), cpuMs: of("cpuMs"), wallMs: of("wallMs") };
}
