"use client";

import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settings";
import type { SettingsView } from "@/lib/shared/settings";
import { saveSettings } from "./api";
import { limitFields, unattendedLimitFields } from "./limits";
import { shown } from "./number-fields";
import { NumberForm } from "./number-form";

type Limits = SettingsView["limits"];
type Unattended = SettingsView["unattendedLimits"];

export function LimitsForm({ limits, defaults }: { limits: Limits; defaults: Limits }) {
  return (
    <TitledCard title={common("limits")} about={t("limitsAbout")}>
      <NumberForm
        {...{ fields: limitFields(), values: limits, defaults, saved: t("saved") }}
        placeholder={(name) => (name === "cost" ? t("noLimit") : "")}
        save={async (values) => (await saveSettings({ limits: values as Limits })).limits}
      />
    </TitledCard>
  );
}

const NOTHING: Unattended = { steps: null, minutes: null, tokens: null, cost: null };

/** Form for the limits of unattended runs. `holds` has the values that apply where a field is empty. */
export function UnattendedLimitsForm({ limits, holds }: { limits: Unattended; holds: Unattended }) {
  return (
    <TitledCard title={t("jobLimits")} about={t("jobLimitsAbout")}>
      <NumberForm
        {...{ fields: unattendedLimitFields(), values: limits, defaults: NOTHING, saved: t("saved") }}
        placeholder={(name) => shown(holds[name]) || t("noLimit")}
        save={async (unattendedLimits) => (await saveSettings({ unattendedLimits })).unattendedLimits}
      />
    </TitledCard>
  );
}
