"use client";

import { ExternalLink } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { ProviderView } from "@/lib/shared/settings";
import { KeyHint } from "./key-hint";
import { PROVIDER_FACTS } from "./provider-facts";
import { TestOutcome } from "./test-outcome";
import { type ConnectionProps, useConnection } from "./use-connection";

/** The key and the address of a provider, and what came of trying them. */
export function ProviderForm(props: ConnectionProps) {
  const { provider, models, onSaved } = props;
  const { id, needsKey, takesUrl, keyFrom } = provider;
  const { link, keyVariable } = PROVIDER_FACTS[id];
  const { form, outcome, test, save, removeKey } = useConnection(props);
  const { errors } = form.formState;
  const isBusy = outcome?.kind === "busy";
  const field = (name: "apiKey" | "baseUrl", isRequired: boolean) => ({
    id: `${id}-${name}`,
    autoComplete: "off",
    spellCheck: false,
    "aria-required": isRequired,
    "aria-invalid": errors[name] !== undefined,
    "aria-describedby": `${id}-${name}-hint`,
    ...form.register(name),
  });
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      {(needsKey || id === "openai-compatible") && (
        <Field className="max-w-form">
          <FieldLabel htmlFor={`${id}-apiKey`} required={needsKey}>
            API key
          </FieldLabel>
          <Input type="password" {...field("apiKey", needsKey)} />
          <FieldError id={`${id}-apiKey-hint`}>{errors.apiKey?.message}</FieldError>
          {!errors.apiKey && (
            <KeyHint
              id={`${id}-apiKey-hint`}
              from={keyFrom}
              variable={keyVariable}
              isNeeded={needsKey}
              onRemove={removeKey}
            />
          )}
        </Field>
      )}
      {takesUrl && (
        <Field className="max-w-form">
          <FieldLabel htmlFor={`${id}-baseUrl`} required={id === "openai-compatible"}>
            Address
          </FieldLabel>
          <Input
            type="url"
            placeholder={placeholder(provider)}
            {...field("baseUrl", id === "openai-compatible")}
          />
          <FieldError id={`${id}-baseUrl-hint`}>{errors.baseUrl?.message}</FieldError>
          {!errors.baseUrl && (
            <FieldDescription id={`${id}-baseUrl-hint`}>{addressHint(provider)}</FieldDescription>
          )}
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" aria-disabled={isBusy}>
          Save
        </Button>
        <Button variant="outline" aria-disabled={isBusy} onClick={test}>
          Test connection
        </Button>
        <Button asChild variant="link" className="my-1 ml-2 font-normal max-md:ml-0">
          <a href={link.href} target="_blank" rel="noreferrer">
            {link.words}
            <ExternalLink aria-hidden className="size-3.5!" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </Button>
      </div>
      <TestOutcome provider={id} outcome={outcome} models={models} onSaved={onSaved} />
    </form>
  );
}

/** What is used when the field stays empty. */
const placeholder = ({ baseUrl, baseUrlFrom, defaultUrl }: ProviderView) =>
  (baseUrlFrom === "environment" && baseUrl) || (defaultUrl ?? "http://localhost:8000/v1");

function addressHint({ id, baseUrlFrom, defaultUrl }: ProviderView): string {
  const variable = PROVIDER_FACTS[id].urlVariable ?? "The environment";
  if (baseUrlFrom === "environment")
    return `${variable} of the environment is used; an address here goes before it.`;
  if (baseUrlFrom === "settings" && defaultUrl) return `Instead of ${defaultUrl}; leave it empty to go back.`;
  return defaultUrl ? "Only if it is another one than this." : "Where its API begins; it mostly ends in /v1.";
}
