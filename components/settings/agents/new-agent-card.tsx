"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { makeAgent } from "@/components/client/agents";
import { failureText } from "@/components/client/failure";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { FieldError } from "@/components/ui/field-error";
import { Input } from "@/components/ui/input";
import { AgentMark, MARK_GROUNDS } from "@/components/ui/kit/agent-mark";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Label } from "@/components/ui/label";
import { NativeSelect } from "@/components/ui/native-select";
import { baseOf } from "@/lib/shared/agents/agent-address";
import { AGENT_EXAMPLES, type AgentExample } from "@/lib/shared/agents/agent-examples";
import { lookOf, MARK_COLOURS } from "@/lib/shared/agents/agent-view";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsAgents";
import { includesRight } from "@/lib/shared/members/roles";

const NEW = { name: "", description: "", mark: "teal", from: "" };

export function NewAgentCard() {
  const [agent, setAgent] = useState(NEW);
  const { agents } = useAgentChoice();
  const ids = { name: useId(), description: useId(), from: useId() };
  const making = useMutation({
    mutationFn: makeAgent,
    onSuccess: ({ id }) => location.assign(baseOf(id)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { from, ...rest } = agent;
    if (agent.name.trim()) making.mutate({ ...rest, ...(from && { from }) });
  };
  const asExample = ({ id, name }: AgentExample) => making.mutate({ name, example: id });
  const isMaking = making.isPending || making.isSuccess;
  return (
    <TitledCard title={t("newAgent")}>
      <ul id="new" className="grid scroll-mt-16 gap-2.5 md:grid-cols-3">
        {AGENT_EXAMPLES.map((example) => (
          <li key={example.id} className="flex">
            <button
              type="button"
              disabled={isMaking}
              onClick={() => asExample(example)}
              className="flex min-w-0 flex-1 flex-col items-start gap-2 rounded-sheet border border-line-strong p-3 text-left transition-colors hover:border-line-control hover:bg-fill-hover"
            >
              <span className="flex items-center gap-2.5 font-medium">
                <AgentMark agent={example} className="size-6" />
                {example.name}
              </span>
              <span className="text-ink-2">{example.description}</span>
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} className="mt-5 flex flex-col gap-4 border-t border-line pt-5">
        <div className="flex items-center gap-4">
          <AgentMark
            agent={{ ...agent, name: agent.name || t("new") }}
            className="size-12 rounded-sheet text-title"
          />
          <div className="flex min-w-0 flex-1 flex-col gap-1.5">
            <Label htmlFor={ids.name}>{common("name")}</Label>
            <Input
              id={ids.name}
              value={agent.name}
              maxLength={80}
              autoComplete="off"
              placeholder={t("sampleName")}
              onChange={(event) => setAgent({ ...agent, name: event.target.value })}
            />
          </div>
        </div>
        <MarkField mark={agent.mark} onChange={(mark) => setAgent({ ...agent, mark })} />
        <div className="flex flex-col gap-1.5">
          <Label htmlFor={ids.description}>{common("description")}</Label>
          <Input
            id={ids.description}
            value={agent.description}
            maxLength={500}
            autoComplete="off"
            placeholder={t("sampleDescription")}
            onChange={(event) => setAgent({ ...agent, description: event.target.value })}
          />
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <div className="flex min-w-0 flex-1 basis-48 flex-col gap-1.5">
            <Label htmlFor={ids.from}>{t("startWith")}</Label>
            <NativeSelect
              id={ids.from}
              value={agent.from}
              onChange={(event) => setAgent({ ...agent, from: event.target.value })}
            >
              <option value="">{common("nothing")}</option>
              {agents
                .filter(({ right = "own" }) => includesRight(right, "edit"))
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {t("copyOf", { name })}
                  </option>
                ))}
            </NativeSelect>
          </div>
          <Button type="submit" disabled={!agent.name.trim() || isMaking}>
            {isMaking ? t("creating") : t("create")}
          </Button>
        </div>
        <FieldError role="alert">{making.error ? failureText(making.error) : undefined}</FieldError>
      </form>
    </TitledCard>
  );
}

function MarkField({ mark, onChange }: { mark: string; onChange: (mark: string) => void }) {
  const id = useId();
  const { colour } = lookOf({ name: "", mark });
  const sign = mark.startsWith(colour) ? mark.slice(colour.length).trim() : mark;
  const write = (to: { colour?: string; sign?: string }) =>
    onChange([to.colour ?? colour, to.sign ?? sign].join(" ").trim());
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 text-ui font-medium">{t("colour")}</legend>
        <div className="flex flex-wrap gap-1.5">
          {MARK_COLOURS.map((one) => (
            <label
              key={one}
              title={t(one)}
              className={cn(
                "relative flex size-7 phone:size-9 cursor-pointer rounded-in has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
                MARK_GROUNDS[one],
                one === colour && "ring-2 ring-ink ring-offset-2 ring-offset-sheet",
              )}
            >
              <input
                type="radio"
                name={id}
                value={one}
                checked={one === colour}
                onChange={() => write({ colour: one })}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <span className="sr-only">{t(one)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex w-28 flex-col gap-1.5">
        <Label htmlFor={`${id} sign`}>{t("sign")}</Label>
        <Input
          id={`${id} sign`}
          value={sign}
          maxLength={8}
          autoComplete="off"
          placeholder={t("letter")}
          onChange={(event) => write({ sign: event.target.value })}
        />
      </div>
    </div>
  );
}
