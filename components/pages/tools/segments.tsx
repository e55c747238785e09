"use client";

import { tipOf } from "@/components/ui/icon-button";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { MODES, type Mode, POLICIES, type Policy } from "@/lib/shared/modes";

const MODE_LABELS: Record<Mode, string> = { on: "Always", on_demand: "When needed", off: "Off" };
const POLICY_LABELS: Record<Policy, string> = { allow: "Allow", ask: "Ask", deny: "Deny" };

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
      className="grid w-48 shrink-0 grid-cols-[56px_88px_44px] max-md:w-auto max-md:grow max-md:grid-cols-[1fr_1.4fr_1fr]"
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
    label={`Availability of ${title}`}
    value={mode}
    values={MODES}
    labels={MODE_LABELS}
    onChoose={onChoose}
  />
);

const WAITS = { ask: "Not needed: this tool always waits for your answer" };

type PolicyChoiceProps = {
  name: string;
  policy: Policy;
  pauses: boolean;
  onChoose: (policy: Policy) => void;
};

export const PolicyChoice = ({ name, policy, pauses, onChoose }: PolicyChoiceProps) => (
  <Choice
    label={`Policy of ${name}`}
    value={policy}
    values={POLICIES}
    labels={POLICY_LABELS}
    off={pauses ? WAITS : undefined}
    onChoose={onChoose}
  />
);
