"use client";

import { SourceTrouble } from "@/components/draw/editor/source-trouble";
import { TextField } from "@/components/draw/editor/text-field";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { t } from "@/lib/shared/i18n/en/tools";
import { LIMITS, usual } from "./limits";
import { ToolSourceBar } from "./own/source-bar";
import type { Source } from "./own/use-source";
import { elsewhere } from "./tabs";

export function LimitsTab({ source, tool }: { source: Source; tool: AgentTool }) {
  const { fields, limitErrors, change, save } = source;
  return (
    <>
      <ToolSourceBar source={source} tool={tool} />
      <form
        noValidate
        aria-label={t("runLimits")}
        className="flex flex-1 flex-col gap-5 px-6 pt-1 pb-6 max-md:px-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="max-w-prose text-ink-2">{t("runLimitsAbout")}</p>
        <div className="flex max-w-96 flex-col gap-4 max-md:max-w-none">
          {LIMITS.map(({ name, label, unit, hint }) => (
            <TextField
              key={name}
              label={label}
              value={fields[name]}
              onText={(text) => change({ [name]: text })}
              unit={unit}
              error={limitErrors[name]}
              hint={hint(usual(name), unit)}
              placeholder={usual(name)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              className="tabular-nums"
            />
          ))}
        </div>
        {/* With a submit button, Enter in a field submits the form. */}
        <button type="submit" className="hidden" aria-hidden tabIndex={-1} />
      </form>
      <SourceTrouble text={elsewhere("limits", source)} hasKeys={false} />
    </>
  );
}
