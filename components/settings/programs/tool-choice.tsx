"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { failureText } from "@/components/client/failure";
import { Checkbox } from "@/components/ui/checkbox";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { Label } from "@/components/ui/label";
import { Skeleton } from "@/components/ui/skeleton";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsPrograms";
import { readToolGroups, type ToolGroup } from "./api";

type ToolChoiceProps = { chosen: readonly string[]; onChoose: (tools: readonly string[]) => void };

export function ToolChoice({ chosen, onChoose }: ToolChoiceProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["mcp-tokens", "tools"],
    queryFn: ({ signal }) => readToolGroups(signal),
    staleTime: 0,
  });
  if (error)
    return (
      <LoadFailure onRetry={() => void refetch()}>
        {clientText("loadFailed", { error: failureText(error) })}
      </LoadFailure>
    );
  if (!data) return <Skeleton className="h-40" />;
  const choose = (names: readonly string[], isOn: boolean) =>
    onChoose(isOn ? [...new Set([...chosen, ...names])] : chosen.filter((name) => !names.includes(name)));
  return (
    <>
      <p className="text-meta text-ink-2">{t("choiceHint")}</p>
      <section
        aria-label={common("tools")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll it
        tabIndex={0}
        className="flex max-h-90 flex-col gap-4 overflow-y-auto rounded-in border border-line p-3"
      >
        {data.map((group) => (
          <Group key={group.id} group={group} chosen={chosen} onChoose={choose} />
        ))}
      </section>
    </>
  );
}

type GroupProps = {
  group: ToolGroup;
  chosen: readonly string[];
  onChoose: (names: readonly string[], isOn: boolean) => void;
};

function Group({ group: { title, tools }, chosen, onChoose }: GroupProps) {
  const id = useId();
  const names = tools.map(({ name }) => name);
  const count = names.filter((name) => chosen.includes(name)).length;
  const all = count === names.length ? true : count > 0 ? "indeterminate" : false;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5 max-md:gap-3">
      <legend className="sr-only">{title}</legend>
      <Tick
        id={id}
        label={title}
        isOn={all}
        onTick={(isOn) => onChoose(names, isOn)}
        className="font-medium"
      />
      <div className="flex flex-col gap-1.5 pl-6.5 max-md:gap-3">
        {tools.map(({ name, label }) => (
          <Tick
            key={name}
            id={`${id}-${name}`}
            label={label}
            isOn={chosen.includes(name)}
            onTick={(isOn) => onChoose([name], isOn)}
            className="font-mono text-meta font-normal"
          />
        ))}
      </div>
    </fieldset>
  );
}

type TickProps = {
  id: string;
  label: string;
  isOn: boolean | "indeterminate";
  onTick: (isOn: boolean) => void;
  className: string;
};

const Tick = ({ id, label, isOn, onTick, className }: TickProps) => (
  <div className="flex items-center gap-2.5">
    <Checkbox id={id} checked={isOn} onCheckedChange={(now) => onTick(now === true)} />
    <Label htmlFor={id} className={`wrap-anywhere ${className}`}>
      {label}
    </Label>
  </div>
);
