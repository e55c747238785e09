import { t } from "@/lib/shared/i18n/en/settings";
import { limits, type SettingsView, unattendedLimits } from "@/lib/shared/settings";
import type { NumberField } from "./number-fields";

type LimitName = keyof SettingsView["limits"];
type UnattendedName = keyof SettingsView["unattendedLimits"];

const { steps, minutes, tokens, silence, cost } = limits.shape;

/** Returns label, unit and rule of the limits that runs with and without a user have. */
const texts = () => ({
  steps: { label: t("steps"), unit: t("unitSteps"), rule: t("wholeTo", { max: 10_000 }) },
  minutes: { label: t("workingTime"), unit: t("unitMinutes"), rule: t("aboveZeroTo", { max: 30_000 }) },
  tokens: { label: t("tokens"), unit: t("unitTokens"), rule: t("wholeTo", { max: 1_000_000_000 }) },
  cost: { label: t("cost"), unit: t("unitDollars"), rule: t("aboveZeroTo", { max: 1_000_000 }) },
});

export function limitFields(): readonly NumberField<LimitName>[] {
  const known = texts();
  return [
    { name: "steps", ...known.steps, schema: steps },
    { name: "minutes", ...known.minutes, hint: t("waitingExcluded"), schema: minutes },
    { name: "tokens", ...known.tokens, schema: tokens },
    {
      ...{ name: "silence", label: t("silence"), unit: t("unitSeconds"), hint: t("silenceDefaults") },
      ...{ rule: t("aboveZeroTo", { max: 280 }), schema: silence },
    },
    { name: "cost", ...known.cost, schema: cost },
  ];
}

/** Returns the limits of unattended runs. An empty field follows the general limit. */
export function unattendedLimitFields(): readonly NumberField<UnattendedName>[] {
  const known = texts();
  const own = unattendedLimits.shape;
  return [
    { name: "steps", id: "unattended-steps", ...known.steps, schema: own.steps },
    { name: "minutes", id: "unattended-minutes", ...known.minutes, schema: own.minutes },
    { name: "tokens", id: "unattended-tokens", ...known.tokens, schema: own.tokens },
    { name: "cost", id: "unattended-cost", ...known.cost, schema: own.cost },
  ];
}
