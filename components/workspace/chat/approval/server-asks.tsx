"use client";

import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { SchemaForm } from "@/components/draw/schema-form/schema-form";
import { useFields } from "@/components/draw/schema-form/use-fields";
import { Button } from "@/components/ui/button";
import { RawText } from "@/components/ui/kit/raw-text";
import { isRecord } from "@/lib/shared/chat/parts";
import { t as chat } from "@/lib/shared/i18n/en/chat";
import { t } from "@/lib/shared/i18n/en/chatApproval";
import { t as common } from "@/lib/shared/i18n/en/common";
import { ANSWERS_TO_SERVER, type ServerAsk } from "@/lib/shared/mcp/server-ask";

type ServerAsksProps = {
  asked: readonly ServerAsk[];
  input: unknown;
  isSending: boolean;
  /** Receives the input with which the call is repeated. */
  onAllow: (input: unknown) => void;
  onReject: () => void;
};

/** Shows what an MCP server requests during a call. The call continues only after the user agrees. */
export function ServerAsks(props: ServerAsksProps) {
  const forms = props.asked.filter((ask) => ask.kind === "form");
  return (
    <div className="flex flex-col gap-3">
      {props.asked.map((ask) => (
        <Question key={JSON.stringify(ask)} ask={ask} />
      ))}
      {forms.length > 0 ? (
        <Answers {...props} schema={mergeSchemas(forms)} />
      ) : (
        <Buttons {...props} says={common("allow")} />
      )}
    </div>
  );
}

function Question({ ask }: { ask: ServerAsk }) {
  if (ask.kind === "form") return <p className="whitespace-pre-wrap wrap-anywhere">{ask.message}</p>;
  if (ask.kind === "address")
    return (
      <div className="flex flex-col gap-1.5">
        <p className="whitespace-pre-wrap wrap-anywhere">{ask.message}</p>
        <p className="text-ink-2">{t("followPage")}</p>
        <a href={ask.url} target="_blank" rel="noopener noreferrer" className="flex gap-1.5 underline">
          <ExternalLink aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{ask.url}</span>
        </a>
      </div>
    );
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-ink-2">{t("getsAnswer", { tokens: ask.maxTokens })}</p>
      {ask.system && <Quote by={common("instructions")} text={ask.system} />}
      {ask.messages.map(({ role, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages may repeat, and their order never changes
        <Quote key={at} by={role === "user" ? chat("message") : t("earlierAnswer")} text={text} />
      ))}
    </div>
  );
}

const Quote = ({ by, text }: { by: string; text: string }) => (
  <div className="flex flex-col gap-1">
    <p className="text-meta text-ink-3">{by}</p>
    <RawText text={text} className="rounded-in bg-sheet px-2.5 py-2" />
  </div>
);

function Answers({ schema, input, ...props }: ServerAsksProps & { schema: Record<string, unknown> }) {
  const before = isRecord(input) && isRecord(input[ANSWERS_TO_SERVER]) ? input[ANSWERS_TO_SERVER] : {};
  const fields = useFields(schema, { ...defaultsOf(schema), ...before });
  // A required string that is empty counts as missing.
  const isOff =
    fields.values === undefined || fields.fields.some(({ field, text }) => field.isRequired && text === "");
  const allow = () => {
    if (!isOff && !props.isSending)
      props.onAllow({ ...(isRecord(input) && input), [ANSWERS_TO_SERVER]: fields.values });
  };
  return (
    <SchemaForm fields={fields} whole={t("yourAnswer")} isQuiet hasTitles onSubmit={allow}>
      <Buttons {...props} onAllow={undefined} says={t("answer")} isOff={isOff} />
    </SchemaForm>
  );
}

type ButtonsProps = Pick<ServerAsksProps, "isSending" | "onReject"> & {
  /** Undefined in a form, whose submit button sends the answer. */
  onAllow?: ((input: unknown) => void) | undefined;
  input?: unknown;
  isOff?: boolean;
  says: ReactNode;
};

const Buttons = ({ onAllow, input, isOff = false, isSending, onReject, says }: ButtonsProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <Button
      type={onAllow ? "button" : "submit"}
      variant="accent"
      disabled={isSending || isOff}
      onClick={onAllow && (() => onAllow(input))}
    >
      {says}
    </Button>
    <Button data-step="reject" variant="outline" disabled={isSending} onClick={onReject}>
      {t("rejectFirst")}
    </Button>
  </div>
);

/** Merges all forms into one schema: the answers of a call are keyed by name. */
function mergeSchemas(forms: readonly Extract<ServerAsk, { kind: "form" }>[]): Record<string, unknown> {
  const all = forms.map(({ schema }) => schema);
  return {
    type: "object",
    properties: Object.assign({}, ...all.map(({ properties }) => (isRecord(properties) ? properties : {}))),
    required: all.flatMap(({ required }) => (Array.isArray(required) ? required : [])),
  };
}

function defaultsOf({ properties }: Record<string, unknown>): Record<string, unknown> {
  const all = isRecord(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(
    all.flatMap(([name, one]) => (isRecord(one) && "default" in one ? [[name, one.default]] : [])),
  );
}
