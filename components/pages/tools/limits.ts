import type { ToolContent } from "@/lib/shared/agent-tools/contract";
import { TOOL_LIMITS, toolLimits } from "@/lib/shared/agent-tools/fields";

type Limits = ToolContent["limits"];

export const LIMITS = [
  { name: "memoryMb", label: "Memory", unit: "MB", what: "Memory for its values." },
  { name: "cpuMs", label: "Computing", unit: "ms", what: "CPU time, without waiting." },
  { name: "wallMs", label: "Total time", unit: "ms", what: "From start to end, including waiting." },
] as const;

export type LimitName = (typeof LIMITS)[number]["name"];
export type LimitInputs = Record<LimitName, string>;

export const limitInputs = (limits: Limits): LimitInputs => ({
  memoryMb: textOf(limits?.memoryMb),
  cpuMs: textOf(limits?.cpuMs),
  wallMs: textOf(limits?.wallMs),
});

export const usual = (name: LimitName): string => figure(TOOL_LIMITS[name].usual);

export function readLimits(inputs: LimitInputs): { limits: Limits } | { wrong: Partial<LimitInputs> } {
  const filled = LIMITS.filter(({ name }) => inputs[name].trim() !== "");
  const { data, error } = toolLimits.safeParse(
    Object.fromEntries(filled.map(({ name }) => [name, numberOf(inputs[name])])),
  );
  if (data) return { limits: filled.length > 0 ? data : null };
  const wrong = new Set(error.issues.map(({ path }) => path[0]));
  return {
    wrong: Object.fromEntries(
      LIMITS.filter(({ name }) => wrong.has(name)).map(({ name, unit }) => {
        const { least } = TOOL_LIMITS[name];
        return [name, `A whole number from ${figure(least)} to ${usual(name)} ${unit}, or leave it empty`];
      }),
    ),
  };
}

const textOf = (value: number | undefined) => (value === undefined ? "" : figure(value));
const figure = (value: number) => value.toLocaleString("en");
/** Accepts "5,000" and "5 000". */
const numberOf = (text: string) => Number(text.replace(/[\s,']/g, ""));
