"use client";

import { TitledCard } from "@/components/ui/kit/page/titled-card";
import type { SettingsView } from "@/lib/shared/settings";
import { saveSettings } from "./api";
import { LIMITS, UNATTENDED_LIMITS } from "./limits";
import { shown } from "./number-fields";
import { NumberForm } from "./number-form";

type Limits = SettingsView["limits"];
type Unattended = SettingsView["unattendedLimits"];

const SAVED = "Saved. Applies from the next run.";

export function LimitsForm({ limits, defaults }: { limits: Limits; defaults: Limits }) {
  return (
    <TitledCard title="Limits" about="For one message. The agent then stops and asks whether to continue.">
      <NumberForm
        {...{ fields: LIMITS, values: limits, defaults, saved: SAVED }}
        save={async (values) => (await saveSettings({ limits: values as Limits })).limits}
      />
    </TitledCard>
  );
}

const NOTHING: Unattended = { steps: null, minutes: null, tokens: null, cost: null };

/** Form for the limits of unattended runs. `holds` has the values that apply where a field is empty. */
export function UnattendedLimitsForm({ limits, holds }: { limits: Unattended; holds: Unattended }) {
  return (
    <TitledCard title="Limits of jobs" about="Empty fields use half of the values above.">
      <NumberForm
        {...{ fields: UNATTENDED_LIMITS, values: limits, defaults: NOTHING, saved: SAVED }}
        placeholder={(name) => shown(holds[name]) || "No limit"}
        save={async (unattendedLimits) => (await saveSettings({ unattendedLimits })).unattendedLimits}
      />
    </TitledCard>
  );
}
