"use client";

import type { ProviderView } from "@/lib/shared/settings";
import { KeyForm } from "./key-form";
import { PROVIDER_FACTS } from "./provider-facts";
import { TestOutcome } from "./test-outcome";
import { type ConnectionProps, useConnection } from "./use-connection";

/** The key and the address of a provider, and what came of trying them. */
export function ProviderForm(props: ConnectionProps) {
  const { provider, models, onSaved } = props;
  const { id, needsKey, takesUrl, keyFrom } = provider;
  const { link, keyVariable } = PROVIDER_FACTS[id];
  const connection = useConnection(props);
  const isAnyServer = id === "openai-compatible";
  return (
    <KeyForm
      id={id}
      connection={connection}
      apiKey={
        needsKey || isAnyServer ? { from: keyFrom, variable: keyVariable, isNeeded: needsKey } : undefined
      }
      baseUrl={
        takesUrl
          ? { isNeeded: isAnyServer, placeholder: placeholder(provider), hint: addressHint(provider) }
          : undefined
      }
      testing="Test connection"
      link={link}
    >
      <TestOutcome provider={id} outcome={connection.outcome} models={models} onSaved={onSaved} />
    </KeyForm>
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
