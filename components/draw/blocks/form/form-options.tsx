import { Check } from "lucide-react";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";

type FormOptionsProps = {
  label: string;
  options: { value: string; label: string }[];
  chosen: string | undefined;
  isFree: boolean;
  onChoose: (value: string) => void;
};

/** Represents "no choice". No option can have this value. */
const NONE = "\u0000";

export function FormOptions({ label, options, chosen, isFree, onChoose }: FormOptionsProps) {
  return (
    <Command label={label} defaultValue={chosen}>
      <CommandInput autoFocus placeholder={common("search")} />
      <CommandList label={label} className="max-h-72">
        <CommandEmpty>{t("noOptions")}</CommandEmpty>
        {isFree && (
          <CommandItem
            value={NONE}
            keywords={[t("noChoice")]}
            onSelect={() => onChoose("")}
            className="text-ink-2"
          >
            {t("noChoice")}
          </CommandItem>
        )}
        {options.map((option) => (
          <CommandItem
            key={option.value}
            value={option.value}
            keywords={[option.label]}
            onSelect={() => onChoose(option.value)}
          >
            <span className="min-w-0 flex-1 wrap-anywhere">{option.label}</span>
            {option.value === chosen && <Check aria-label={common("chosen")} />}
          </CommandItem>
        ))}
      </CommandList>
    </Command>
  );
}
