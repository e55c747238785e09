import type { ToolContent } from "@/lib/shared/agent-tools/contract";
import { TOOL_LIMITS, toolLimits } from "@/lib/shared/agent-tools/fields";
import { t } from "@/lib/shared/i18n/en/tools";
import { figure, ungrouped } from "./whole-number";

type Limits = ToolContent["limits"];

export const LIMITS = [
  {
    name: "memoryMb",
    get label() {
      return t("memory");
    },
    unit: "MB",
    hint: (max: string, unit: string) => t("limitHint", { max, unit }),
  },
  {
    name: "cpuMs",
    get label() {
      return t("computing");
    },
    unit: "ms",
    hint: (max: string, unit: string) => t("computingHint", { max, unit }),
  },
  {
    name: "wallMs",
    get label() {
      return t("totalTime");
    },
    unit: "ms",
    hint: (max: string, unit: string) => t("limitHint", { max, unit }),
  },
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
        return [name, t("wholeNumber", { least: figure(least), most: `${usual(name)} ${unit}` })];
      }),
    ),
  };
}

const textOf = (value: number | undefined) => (value === undefined ? "" : figure(value));
const numberOf = (text: string) => Number(ungrouped(text));
