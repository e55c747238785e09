"use client";

import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { SearchProviderView } from "@/lib/shared/search";
import { KeyHint } from "./key-hint";
import { OutcomeLine } from "./outcome-line";
import { SEARCH_FACTS } from "./search-facts";
import { type SearchConnectionProps, useSearchConnection } from "./use-search-connection";

/** The key and the address of a search engine, and what came of trying them. */
export function SearchForm(props: SearchConnectionProps) {
  const { engine } = props;
  const { id, needsKey, keyFrom, defaultUrl } = engine;
  const { link } = SEARCH_FACTS[id];
  const { form, outcome, test, save, removeKey } = useSearchConnection(props);
  const { errors } = form.formState;
  const isBusy = outcome?.kind === "busy";
  const hintId = (name: string) => `${id}-${name}-hint`;
  const field = (name: "apiKey" | "baseUrl", isRequired: boolean) => ({
    id: `${id}-${name}`,
    autoComplete: "off",
    spellCheck: false,
    "aria-required": isRequired,
    "aria-invalid": errors[name] !== undefined,
    "aria-describedby": hintId(name),
    ...form.register(name),
  });
  const key = (
    <Field key="apiKey" className="max-w-form">
      <FieldLabel htmlFor={`${id}-apiKey`} required={needsKey}>
        API key
      </FieldLabel>
      <Input type="password" {...field("apiKey", needsKey)} />
      <FieldError id={hintId("apiKey")}>{errors.apiKey?.message}</FieldError>
      {!errors.apiKey && (
        <KeyHint
          id={hintId("apiKey")}
          from={keyFrom}
          variable={undefined}
          isNeeded={needsKey}
          onRemove={removeKey}
        />
      )}
    </Field>
  );
  const address = (
    <Field key="baseUrl" className="max-w-form">
      <FieldLabel htmlFor={`${id}-baseUrl`} required={!needsKey}>
        Address
      </FieldLabel>
      <Input
        type="url"
        placeholder={defaultUrl ?? "http://localhost:8080"}
        {...field("baseUrl", !needsKey)}
      />
      <FieldError id={hintId("baseUrl")}>{errors.baseUrl?.message}</FieldError>
      {!errors.baseUrl && <FieldDescription id={hintId("baseUrl")}>{addressHint(engine)}</FieldDescription>}
    </Field>
  );
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      {needsKey ? [key, address] : [address, key]}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" aria-disabled={isBusy}>
          Save
        </Button>
        <Button variant="outline" aria-disabled={isBusy} onClick={test}>
          Test search
        </Button>
        <Button asChild variant="link" className="my-1 ml-2 font-normal max-md:ml-0">
          <a href={link.href} target="_blank" rel="noreferrer">
            {link.words}
            <ExternalLink aria-hidden className="size-3.5!" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </Button>
      </div>
      <OutcomeLine outcome={outcome} />
    </form>
  );
}

function addressHint({ needsKey, baseUrl, defaultUrl }: SearchProviderView): ReactNode {
  if (needsKey)
    return baseUrl
      ? `Instead of ${defaultUrl}; leave it empty to go back.`
      : "Only if it is another one than this.";
  return (
    <>
      Where its search page is. A server on this machine or your network has to be named in{" "}
      <code className="font-mono">EASEL_EGRESS_ALLOW</code> too.
    </>
  );
}
