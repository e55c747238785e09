"use client";

import type { ReactNode } from "react";
import type { SearchProviderView } from "@/lib/shared/search";
import { KeyForm } from "./key-form";
import { OutcomeLine } from "./outcome-line";
import { SEARCH_FACTS } from "./search-facts";
import { type SearchConnectionProps, useSearchConnection } from "./use-search-connection";

/** The key and the address of a search engine, and what came of trying them. */
export function SearchForm(props: SearchConnectionProps) {
  const { engine } = props;
  const { id, needsKey, keyFrom, defaultUrl } = engine;
  const connection = useSearchConnection(props);
  return (
    <KeyForm
      id={id}
      connection={connection}
      apiKey={{ from: keyFrom, isNeeded: needsKey }}
      baseUrl={{
        isNeeded: !needsKey,
        placeholder: defaultUrl ?? "http://localhost:8080",
        hint: addressHint(engine),
      }}
      testing="Test search"
      link={SEARCH_FACTS[id].link}
    >
      <OutcomeLine outcome={connection.outcome} />
    </KeyForm>
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
