import { limits, type SettingsView, unattendedLimits } from "@/lib/shared/settings";
import type { NumberField } from "./number-fields";

type LimitName = keyof SettingsView["limits"];
type UnattendedName = keyof SettingsView["unattendedLimits"];

const { steps, minutes, tokens, silence, cost } = limits.shape;

export const LIMITS: readonly NumberField<LimitName>[] = [
  { name: "steps", label: "Steps", unit: "steps", rule: "A whole number from 1 to 10,000", schema: steps },
  {
    ...{ name: "minutes", label: "Working time", unit: "minutes", hint: "Waiting for you does not count" },
    ...{ rule: "A number above 0 and at most 30,000", schema: minutes },
  },
  {
    ...{ name: "tokens", label: "Tokens", unit: "tokens", rule: "A whole number from 1 to 1,000,000,000" },
    schema: tokens,
  },
  {
    ...{ name: "silence", label: "Silence of the model", unit: "seconds" },
    hint: "Empty is 120, and 280 for models on this machine",
    ...{ rule: "A number above 0 and at most 280, or leave it empty", schema: silence },
  },
  {
    ...{ name: "cost", label: "Cost", unit: "US dollars", hint: "Empty is no limit" },
    ...{ rule: "A number above 0 and at most 1,000,000, or leave it empty", schema: cost },
  },
];

const own = unattendedLimits.shape;

/** Limits of unattended runs. An empty field follows the general limit. */
export const UNATTENDED_LIMITS: readonly NumberField<UnattendedName>[] = [
  {
    ...{ name: "steps", id: "unattended-steps", label: "Steps", unit: "steps" },
    ...{ rule: "A whole number from 1 to 10,000, or leave it empty", schema: own.steps },
  },
  {
    ...{ name: "minutes", id: "unattended-minutes", label: "Working time", unit: "minutes" },
    ...{ rule: "A number above 0 and at most 30,000, or leave it empty", schema: own.minutes },
  },
  {
    ...{ name: "tokens", id: "unattended-tokens", label: "Tokens", unit: "tokens" },
    ...{ rule: "A whole number from 1 to 1,000,000,000, or leave it empty", schema: own.tokens },
  },
  {
    ...{ name: "cost", id: "unattended-cost", label: "Cost", unit: "US dollars" },
    ...{ rule: "A number above 0 and at most 1,000,000, or leave it empty", schema: own.cost },
  },
];
