"use client";

import { type ReactNode, useState } from "react";
import { duration } from "@/components/ui/kit/duration";
import { t } from "@/lib/shared/i18n/en/settings";
import {
  type SearchProviderId,
  type SearchProviderView,
  type SearchView,
  searchTest,
} from "@/lib/shared/search";
import { saveSettings, testSearch } from "./api";
import { KeyForm } from "./key-form";
import { OutcomeLine } from "./outcome-line";
import { isSearchSetUp, searchState } from "./search-state";
import { SetupRow } from "./setup-row";
import { useKeyForm } from "./use-key-form";

type SearchRowProps = {
  engine: SearchProviderView;
  settings: SearchView;
  onSaved: (settings: SearchView) => void;
};

export function SearchRow({ engine, settings, onSaved }: SearchRowProps) {
  const { id, title, problem } = engine;
  const { about, before } = SEARCH_FACTS[id];
  const [isDirty, setIsDirty] = useState(false);
  const [isWorking, setIsWorking] = useState(true);
  const state = searchState(engine, settings, isWorking);
  return (
    <SetupRow {...{ id, title, about, state, isDirty, problem }}>
      {before && <p className="max-w-prose text-ink-2">{before}</p>}
      <SearchForm engine={engine} onSaved={onSaved} onDirty={setIsDirty} onTested={setIsWorking} />
    </SetupRow>
  );
}

function SearchForm(props: SearchConnectionProps) {
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
      testing={t("testSearch")}
      link={SEARCH_FACTS[id].link}
    >
      <OutcomeLine outcome={connection.outcome} />
    </KeyForm>
  );
}

function addressHint({ needsKey, baseUrl, defaultUrl }: SearchProviderView): ReactNode {
  if (needsKey) return baseUrl ? t("insteadOf", { url: defaultUrl ?? "" }) : t("onlyIfDifferent");
  return t.rich("searxngAddress", {
    variable: () => (
      <code key="variable" className="font-mono">
        EASEL_EGRESS_ALLOW
      </code>
    ),
  });
}

type SearchFacts = {
  about: string;
  link: { href: string; label: string };
  before?: string;
};

const SEARCH_FACTS: Record<SearchProviderId, SearchFacts> = {
  brave: {
    get about() {
      return t("aboutBrave");
    },
    link: {
      href: "https://api-dashboard.search.brave.com/app/keys",
      get label() {
        return t("getKey", { title: "Brave" });
      },
    },
  },
  searxng: {
    get about() {
      return t("aboutSearxng");
    },
    link: {
      href: "https://docs.searxng.org/admin/installation.html",
      get label() {
        return t("runSearxng");
      },
    },
    get before() {
      return t("searxngFormats");
    },
  },
  tavily: {
    get about() {
      return t("aboutTavily");
    },
    link: {
      href: "https://app.tavily.com/home",
      get label() {
        return t("getKey", { title: "Tavily" });
      },
    },
  },
};

type SearchConnectionProps = {
  engine: SearchProviderView;
  onSaved: (settings: SearchView) => void;
  onDirty: (isDirty: boolean) => void;
  onTested: (isWorking: boolean) => void;
};

function useSearchConnection({ engine, onSaved, onDirty, onTested }: SearchConnectionProps) {
  const { id, needsKey, baseUrl } = engine;
  return useKeyForm({
    needs: needsKey ? "apiKey" : "baseUrl",
    isSetUp: isSearchSetUp(engine),
    savedUrl: baseUrl ?? "",
    takesUrl: true,
    shape: searchTest.shape,
    testing: t("searching"),
    change: async (wanted) => {
      const settings = await saveSettings({ search: { [id]: wanted } });
      onSaved(settings);
      return settings.search.find((other) => other.id === id)?.baseUrl ?? "";
    },
    attempt: async (values) => {
      const result = await testSearch({ provider: id, ...values });
      if (!values.apiKey && (values.baseUrl ?? baseUrl) === baseUrl) onTested(result.ok);
      if (!result.ok) return { kind: "bad", message: result.message };
      const { results, milliseconds } = result;
      return {
        kind: "good",
        message: t("searchWorks", { results, duration: duration(milliseconds) }),
      };
    },
    onDirty,
  });
}
