"use client";

import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { NativeSelect } from "@/components/ui/native-select";
import { SCOPES, type Scope, type TableRule } from "@/lib/shared/apps/contract";
import { t } from "@/lib/shared/i18n/en/apps";
import { withOwner } from "./draft";

type TableRulesProps = {
  rule: TableRule;
  columns: readonly string[];
  onChange: (rule: TableRule) => void;
};

/** The rights of visitors on one table, and on each of its columns. */
export function TableRules({ rule, columns, onChange }: TableRulesProps) {
  const change = (part: Partial<TableRule>) => onChange(withOwner({ ...rule, ...part }));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-in border border-line p-3">
      <legend className="px-1 font-medium wrap-anywhere">{rule.table}</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <ScopeField label={t("see")} value={rule.read} onChange={(read) => change({ read })} />
        <ScopeField
          label={t("add")}
          value={rule.insert ? "all" : "none"}
          isPlain
          onChange={(scope) => change({ insert: scope !== "none" })}
        />
        <ScopeField label={t("change")} value={rule.change} onChange={(scope) => change({ change: scope })} />
        <ScopeField label={t("remove")} value={rule.remove} onChange={(remove) => change({ remove })} />
      </div>
      <div className="max-h-56 overflow-y-auto">
        <table className="w-full text-ui">
          <thead className="text-start text-meta text-ink-3">
            <tr>
              <th className="py-1 text-start font-normal">{t("column")}</th>
              {rule.read !== "none" && <th className="w-20 font-normal">{t("seen")}</th>}
              {rule.insert && <th className="w-20 font-normal">{t("filled")}</th>}
              {rule.change !== "none" && <th className="w-20 font-normal">{t("changed")}</th>}
            </tr>
          </thead>
          <tbody>
            {columns
              .filter((name) => name !== rule.owner)
              .map((name) => (
                <tr key={name} className="border-t border-line">
                  <th scope="row" className="py-1.5 text-start font-normal wrap-anywhere">
                    {name}
                  </th>
                  {rule.read !== "none" && (
                    <Tick
                      label={t("seen")}
                      name={name}
                      of={rule.readable}
                      onChange={(readable) => change({ readable })}
                    />
                  )}
                  {rule.insert && (
                    <Tick
                      label={t("filled")}
                      name={name}
                      of={rule.insertable}
                      onChange={(insertable) => change({ insertable })}
                    />
                  )}
                  {rule.change !== "none" && (
                    <Tick
                      label={t("changed")}
                      name={name}
                      of={rule.changeable}
                      onChange={(changeable) => change({ changeable })}
                    />
                  )}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {rule.owner !== null && (
        <p className="text-meta text-ink-3">{t("ownerAbout", { column: rule.owner })}</p>
      )}
    </fieldset>
  );
}

type ScopeFieldProps = { label: string; value: Scope; isPlain?: true; onChange: (scope: Scope) => void };

function ScopeField({ label, value, isPlain, onChange }: ScopeFieldProps) {
  const field = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={field} className="text-meta text-ink-2">
        {label}
      </label>
      <NativeSelect id={field} value={value} onChange={({ target }) => onChange(scopeOf(target.value))}>
        <option value="none">{t("none")}</option>
        {!isPlain && <option value="own">{t("own")}</option>}
        <option value="all">{isPlain ? t("yes") : t("all")}</option>
      </NativeSelect>
    </div>
  );
}

const scopeOf = (value: string): Scope => SCOPES.find((one) => one === value) ?? "none";

type TickProps = { label: string; name: string; of: readonly string[]; onChange: (names: string[]) => void };

function Tick({ label, name, of, onChange }: TickProps) {
  const isOn = of.includes(name);
  return (
    <td className="text-center">
      <Checkbox
        aria-label={`${label}: ${name}`}
        checked={isOn}
        onCheckedChange={() => onChange(isOn ? of.filter((one) => one !== name) : [...of, name])}
      />
    </td>
  );
}
