"use client";

import { tipOf } from "@/components/ui/icon-button";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/tools";
import { MODES, type Mode, POLICIES, type Policy } from "@/lib/shared/modes";

const MODE_LABELS: Record<Mode, string> = {
  get on() {
    return t("always");
  },
  get on_demand() {
    return t("whenNeeded");
  },
  get off() {
    return common("off");
  },
};
const POLICY_LABELS: Record<Policy, string> = {
  get allow() {
    return common("allow");
  },
  get ask() {
    return t("ask");
  },
  get deny() {
    return t("deny");
  },
};

type ChoiceProps<T extends string> = {
  label: string;
  value: T;
  values: readonly T[];
  labels: Record<T, string>;
  off?: Partial<Record<T, string>>;
  onChoose: (value: T) => void;
};

/** Three options with equal widths, so that the columns of all rows align. */
function Choice<T extends string>({ label, value, values, labels, off, onChoose }: ChoiceProps<T>) {
  return (
    <ToggleGroup
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(chosen) => {
        // Clicking the selected option deselects it, which yields an empty value. Keep the selection in that
        // case.
        const wanted = values.find((one) => one === chosen);
        if (wanted !== undefined && off?.[wanted] === undefined) onChoose(wanted);
      }}
      className="grid w-55 shrink-0 grid-cols-[66px_88px_62px] max-md:w-auto max-md:grow max-md:grid-cols-[1fr_1.4fr_1fr]"
    >
      {values.map((one) => (
        <ToggleGroupItem
          key={one}
          value={one}
          aria-disabled={off?.[one] !== undefined}
          {...(off?.[one] && tipOf(off[one]))}
          className="px-0 aria-disabled:cursor-default aria-disabled:text-ink-3 aria-disabled:hover:text-ink-3 phone:px-0"
        >
          {labels[one]}
        </ToggleGroupItem>
      ))}
    </ToggleGroup>
  );
}

type ModeChoiceProps = { title: string; mode: Mode; onChoose: (mode: Mode) => void };

export const ModeChoice = ({ title, mode, onChoose }: ModeChoiceProps) => (
  <Choice
    label={t("availabilityOf", { title })}
    value={mode}
    values={MODES}
    labels={MODE_LABELS}
    onChoose={onChoose}
  />
);

const WAITS = {
  get ask() {
    return t("alwaysWaits");
  },
};

type PolicyChoiceProps = {
  name: string;
  policy: Policy;
  pauses: boolean;
  onChoose: (policy: Policy) => void;
};

export const PolicyChoice = ({ name, policy, pauses, onChoose }: PolicyChoiceProps) => (
  <Choice
    label={t("policyOf", { name })}
    value={policy}
    values={POLICIES}
    labels={POLICY_LABELS}
    off={pauses ? WAITS : undefined}
    onChoose={onChoose}
  />
);
