import { type SettingsView, settingsChange } from "@/lib/shared/settings";

export type LimitValues = SettingsView["limits"];
export type LimitName = keyof LimitValues;
export type LimitFields = Record<LimitName, string>;

type Limit = { name: LimitName; label: string; unit: string; hint?: string; rule: string };

/** The limits as fields, in their order. */
export const LIMITS: readonly Limit[] = [
  { name: "steps", label: "Steps", unit: "steps", rule: "A whole number from 1 to 10,000" },
  {
    name: "minutes",
    label: "Working time",
    unit: "minutes",
    hint: "Waiting for you does not count",
    rule: "More than 0 and at most 30,000",
  },
  { name: "tokens", label: "Tokens", unit: "tokens", rule: "A whole number from 1 to 1,000,000,000" },
  {
    name: "silence",
    label: "Silence of the model",
    unit: "seconds",
    hint: "Empty is 120, and 280 for models on this machine",
    rule: "More than 0 and at most 280, or nothing",
  },
  {
    name: "cost",
    label: "Cost",
    unit: "US dollars",
    hint: "Empty is no limit",
    rule: "More than 0 and at most 1,000,000, or nothing",
  },
];

const schema = settingsChange.shape.limits.unwrap().required();

/** As the fields show them: grouped digits, and nothing for no limit. */
export const limitFields = (limits: LimitValues): LimitFields => ({
  steps: shown(limits.steps),
  minutes: shown(limits.minutes),
  tokens: shown(limits.tokens),
  silence: shown(limits.silence),
  cost: shown(limits.cost),
});

/** What the fields say, or what is wrong with each that is. */
export function readLimits(fields: LimitFields): { limits: LimitValues } | { wrong: Map<LimitName, string> } {
  const given = Object.fromEntries(LIMITS.map(({ name }) => [name, read(fields[name])]));
  const result = schema.safeParse(given);
  if (result.success) return { limits: result.data };
  const named = new Set(result.error.issues.map(({ path }) => path[0]));
  return {
    wrong: new Map(LIMITS.filter(({ name }) => named.has(name)).map(({ name, rule }) => [name, rule])),
  };
}

const shown = (value: number | null) =>
  value === null ? "" : value.toLocaleString("en", { maximumFractionDigits: 6 });

/** Takes "2,000,000" and "2 000 000" alike. */
function read(text: string): number | null {
  const plain = text.replace(/[\s,']/g, "");
  return plain === "" ? null : Number(plain);
}
