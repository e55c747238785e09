"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { FieldError } from "@/components/ui/field-error";
import { Input } from "@/components/ui/input";
import { CodeBox } from "@/components/ui/kit/code-box";
import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsPrograms";
import type { Scope, TokenDays } from "@/lib/shared/mcp/tokens";
import { createToken, TOKENS } from "./api";
import { ScopeChoice, TokenExpiry } from "./api-access";
import { ToolChoice } from "./tool-choice";

/** `address`: of MCP. `http`: of the HTTP API. `api`: base address of the APIs of OpenAI. `agUi`: of AG-UI. */
export type Reached = { address: string; http: string; api: string; agUi: string; bridge: string };

/** The tool that a limited token must name to talk to the agent. */
const TALKS = "ask_agent";

export function NewProgram(reached: Reached) {
  const id = useId();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [isAll, setIsAll] = useState(true);
  const [tools, setTools] = useState<readonly string[]>([]);
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState<TokenDays>();
  const create = useMutation({
    mutationFn: () =>
      createToken({ name, tools: isAll ? "*" : [...tools], scopes: isAll ? [...scopes] : [], days }),
    onSuccess: () => client.invalidateQueries({ queryKey: TOKENS }),
  });
  const startOver = () => {
    create.reset();
    setName("");
    setIsAll(true);
    setTools([]);
    setScopes([]);
    setDays(undefined);
  };
  const problems = fieldErrors(create.error);
  const [nameProblem, toolsProblem] = [problems.get("name"), problems.get("tools")];
  const problem = create.error && !nameProblem && !toolsProblem ? failureText(create.error) : null;

  if (create.data)
    return (
      <MadeProgram
        {...reached}
        name={name.trim()}
        token={create.data.token}
        mayTalk={isAll || tools.includes(TALKS)}
        hasScopes={isAll && scopes.length > 0}
        onDone={startOver}
      />
    );
  return (
    <TitledCard title={t("create")} about={t("hint")}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (create.isPending) return;
          if (name.trim()) create.mutate();
          else field.current?.focus();
        }}
      >
        <div className="flex max-w-80 flex-col gap-1">
          <Label htmlFor={`${id}-name`}>{t("program")}</Label>
          <Input
            ref={field}
            id={`${id}-name`}
            value={name}
            maxLength={60}
            autoComplete="off"
            aria-invalid={nameProblem !== undefined}
            aria-describedby={nameProblem && `${id}-name-problem`}
            onChange={(event) => setName(event.target.value)}
          />
          {nameProblem && <FieldError id={`${id}-name-problem`}>{nameProblem}</FieldError>}
        </div>
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="mb-1 text-ui font-medium">{t("allowedTools")}</legend>
          <RadioGroup
            aria-label={t("allowedTools")}
            value={isAll ? "all" : "some"}
            onValueChange={(value) => setIsAll(value === "all")}
          >
            <Choice id={`${id}-all`} value="all" label={t("allTools")} about={t("allHint")} />
            <Choice id={`${id}-some`} value="some" label={t("onlySome")} />
          </RadioGroup>
          {!isAll && <ToolChoice chosen={tools} onChoose={setTools} />}
          {toolsProblem && <FieldError>{toolsProblem}</FieldError>}
        </fieldset>
        {isAll && <ScopeChoice chosen={scopes} onChoose={setScopes} />}
        <TokenExpiry days={days} onChange={setDays} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            type="submit"
            aria-disabled={create.isPending || !name.trim() || (!isAll && tools.length === 0)}
          >
            {t("create")}
          </Button>
          <Note note={problem === null ? null : { isGood: false, message: problem }} />
        </div>
      </form>
    </TitledCard>
  );
}

function Choice({ id, value, label, about }: { id: string; value: string; label: string; about?: string }) {
  return (
    <div className="flex gap-2.5 max-md:gap-3 max-md:py-1.5">
      <RadioGroupItem id={id} value={value} aria-describedby={about && `${id}-about`} className="mt-0.5" />
      <div className="flex min-w-0 flex-col">
        <Label htmlFor={id} className="max-md:text-prose">
          {label}
        </Label>
        {about && (
          <p id={`${id}-about`} className="text-ink-2">
            {about}
          </p>
        )}
      </div>
    </div>
  );
}

type MadeProgramProps = Reached & {
  name: string;
  token: string;
  mayTalk: boolean;
  hasScopes: boolean;
  onDone: () => void;
};

/** Shows a new token with configuration snippets. The token cannot be shown again later. */
function MadeProgram(props: MadeProgramProps) {
  const { address, http, api, agUi, bridge, name, token, mayTalk, hasScopes, onDone } = props;
  const head = useRef<HTMLParagraphElement>(null);
  // Move the focus, because this component replaces the focused form.
  useEffect(() => head.current?.focus(), []);
  const server = { type: "http", url: address, headers: { Authorization: `Bearer ${token}` } };
  const started = {
    command: "node",
    args: [bridge],
    env: { EASEL_MCP_URL: address, EASEL_MCP_TOKEN: token },
  };
  return (
    <TitledCard title={t("made", { name })}>
      <div className="flex flex-col gap-4">
        <p ref={head} tabIndex={-1} className="outline-none">
          {t("madeHint")}
        </p>
        <Copied label={t("token")} copy={t("copyToken")} text={token} />
        {hasScopes && <Copied label={t("httpAddress")} copy={t("copyHttpAddress")} text={http} />}
        {mayTalk && <Copied label={t("apiAddress")} copy={t("copyApiAddress")} text={api} />}
        {mayTalk && <Copied label={t("agUiAddress")} copy={t("copyAgUiAddress")} text={agUi} />}
        <Copied label={t("mcpAddress")} copy={t("copyMcpAddress")} text={address} />
        <div className="flex min-w-0 flex-col gap-1">
          <p className="text-ui font-medium">{t("configFile")}</p>
          <CodeBox language="json" label={t("configFile")} text={config(server)} />
        </div>
        <details>
          <summary className="w-fit cursor-pointer rounded-in text-ui font-medium">
            {t("configCommand")}
          </summary>
          <CodeBox language="json" label={t("configCommand")} text={config(started)} className="mt-1" />
        </details>
        <Button variant="outline" className="self-start" onClick={onDone}>
          {common("done")}
        </Button>
      </div>
    </TitledCard>
  );
}

const config = (easel: object) => JSON.stringify({ mcpServers: { easel } }, null, 2);

const Copied = ({ label, copy, text }: { label: string; copy: string; text: string }) => (
  <div className="flex min-w-0 flex-col gap-1">
    <p className="text-ui font-medium">{label}</p>
    <div className="flex items-start gap-2 rounded-in bg-fill px-3 py-2">
      <code className="min-w-0 flex-1 font-mono text-meta leading-6 wrap-anywhere">{text}</code>
      <CopyButton text={() => text} label={copy} />
    </div>
  </div>
);
