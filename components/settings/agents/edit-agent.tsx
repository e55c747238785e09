"use client";

import { useMutation } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { changeAgent } from "@/components/client/agents";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import { MAX_STARTERS } from "@/lib/shared/agents/agents";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsAgents";

/** Edits an agent's name, description and starters in place. */
export function EditAgent({ agent, onDone }: { agent: AgentView; onDone: () => void }) {
  const [name, setName] = useState(agent.name);
  const [description, setDescription] = useState(agent.description);
  const [starters, setStarters] = useState(agent.starters.map((one, at) => ({ ...one, key: at })));
  const ids = { name: useId(), description: useId() };
  const saving = useMutation({
    mutationFn: () => {
      const kept = starters.filter(({ text }) => text.trim());
      return changeAgent(agent.id, {
        ...{ name, description },
        starters: kept.map(({ title, text }) => ({ title, text })),
      });
    },
    onSuccess: onDone,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) saving.mutate();
  };
  const write = (key: number, change: { title?: string; text?: string }) =>
    setStarters(starters.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const add = () => {
    const key = Math.max(-1, ...starters.map((one) => one.key)) + 1;
    setStarters([...starters, { title: "", text: "", key }]);
  };
  return (
    <form
      aria-label={t("edit", { name: agent.name })}
      onSubmit={submit}
      className="flex basis-full flex-col gap-4 pt-1"
    >
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={ids.name}>{common("name")}</Label>
        <Input
          id={ids.name}
          value={name}
          maxLength={80}
          autoComplete="off"
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={ids.description}>{common("description")}</Label>
        <Input
          id={ids.description}
          value={description}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => setDescription(event.target.value)}
        />
      </div>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 text-ui font-medium">{t("starters")}</legend>
        {starters.map(({ key, title, text }, at) => (
          <div key={key} className="flex items-start gap-2">
            <div className="flex min-w-0 flex-1 gap-2 max-md:flex-col">
              <Input
                aria-label={t("starterName", { n: at + 1 })}
                placeholder={common("name")}
                value={title}
                maxLength={80}
                autoComplete="off"
                className="md:max-w-48"
                onChange={(event) => write(key, { title: event.target.value })}
              />
              <Input
                aria-label={t("starterMessage", { n: at + 1 })}
                placeholder={t("message")}
                value={text}
                maxLength={2_000}
                autoComplete="off"
                onChange={(event) => write(key, { text: event.target.value })}
              />
            </div>
            <IconButton
              label={t("removeStarter", { n: at + 1 })}
              onClick={() => setStarters(starters.filter((one) => one.key !== key))}
            >
              <X />
            </IconButton>
          </div>
        ))}
        {starters.length < MAX_STARTERS && (
          <Button variant="outline" size="sm" className="self-start" onClick={add}>
            <Plus aria-hidden />
            {t("addStarter")}
          </Button>
        )}
      </fieldset>
      <div className="flex gap-2">
        <Button type="submit" disabled={!name.trim() || saving.isPending}>
          {common("save")}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {common("cancel")}
        </Button>
      </div>
      <FieldError role="alert">{saving.error ? failureText(saving.error) : undefined}</FieldError>
    </form>
  );
}
