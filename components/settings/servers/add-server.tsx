"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Textarea } from "@/components/ui/textarea";
import { t } from "@/lib/shared/i18n/en/settingsServers";
import { addServers } from "./api";
import { type Pasted, readPaste } from "./read-paste";

export function AddServer({ onAdded }: { onAdded: () => Promise<unknown> }) {
  const [text, setText] = useState("");
  const [key, setKey] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const adding = useMutation({
    mutationFn: (pasted: Pasted) => addServers(pasted),
    onSuccess: async () => {
      setText("");
      setKey("");
      await onAdded();
    },
    onError: (error) => setProblem(failureText(error)),
  });
  const add = () => {
    const pasted = readPaste(text, key);
    setProblem(typeof pasted === "string" ? pasted : null);
    if (typeof pasted !== "string" && !adding.isPending) adding.mutate(pasted);
  };
  const takesKey = /^\s*https?:/i.test(text);
  return (
    <TitledCard title={t("addServer")}>
      <form
        noValidate
        className="flex flex-col items-start gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Field className="max-w-form">
          <FieldLabel htmlFor="server-paste">{t("paste")}</FieldLabel>
          <Textarea
            id="server-paste"
            className="font-mono text-meta"
            value={text}
            spellCheck={false}
            autoComplete="off"
            placeholder="https://mcp.example.com/mcp"
            aria-invalid={problem !== null}
            aria-describedby="server-paste-hint"
            onChange={(event) => {
              setText(event.target.value);
              setProblem(null);
            }}
          />
          {problem ? (
            <FieldError id="server-paste-hint">{problem}</FieldError>
          ) : (
            <FieldDescription id="server-paste-hint">{t("startHint")}</FieldDescription>
          )}
        </Field>
        {takesKey && (
          <Field className="max-w-form">
            <FieldLabel htmlFor="server-key">{t("key")}</FieldLabel>
            <Input
              id="server-key"
              type="password"
              autoComplete="off"
              value={key}
              aria-describedby="server-key-hint"
              onChange={(event) => setKey(event.target.value)}
            />
            <FieldDescription id="server-key-hint">{t("keyHint")}</FieldDescription>
          </Field>
        )}
        <Button type="submit" aria-disabled={adding.isPending}>
          {adding.isPending ? t("adding") : t("add")}
        </Button>
      </form>
    </TitledCard>
  );
}
