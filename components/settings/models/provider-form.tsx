"use client";

import { useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { saveSettings, testModel } from "@/components/settings/api";
import { KeyForm } from "@/components/settings/key-form";
import { nameOf } from "@/components/settings/model-format";
import { type Outcome, OutcomeLine } from "@/components/settings/outcome-line";
import { isSetUp } from "@/components/settings/provider-state";
import { useKeyForm } from "@/components/settings/use-key-form";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/kit/agent-base";
import { t as shared } from "@/lib/shared/i18n/en/settings";
import { t } from "@/lib/shared/i18n/en/settingsModels";
import { formatTag } from "@/lib/shared/i18n/locale";
import { PROVIDER_FACTS } from "@/lib/shared/providers";
import { modelTest, type ProviderId, type ProviderView, type SettingsView } from "@/lib/shared/settings";
import type { Models } from "./use-models";

export function ProviderForm(props: ConnectionProps) {
  const { provider, models, onSaved, onStarted } = props;
  const { id, needsKey, takesUrl, keyFrom, keyVariable } = provider;
  const { link } = PROVIDER_FACTS[id];
  const connection = useConnection(props);
  const isAnyServer = id === "openai-compatible";
  return (
    <KeyForm
      id={id}
      connection={connection}
      apiKey={
        needsKey || isAnyServer
          ? { from: keyFrom, variable: keyVariable ?? undefined, isNeeded: needsKey }
          : undefined
      }
      baseUrl={
        takesUrl && !(onStarted && needsKey)
          ? { isNeeded: isAnyServer, placeholder: placeholder(provider), hint: addressHint(provider) }
          : undefined
      }
      testing={t("testConnection")}
      onStart={
        onStarted &&
        (async () => {
          if (await connection.start()) onStarted();
        })
      }
      link={link}
    >
      <TestOutcome provider={id} outcome={connection.outcome} models={models} onSaved={onSaved} />
    </KeyForm>
  );
}

const placeholder = ({ baseUrl, baseUrlFrom, defaultUrl }: ProviderView) =>
  (baseUrlFrom === "environment" && baseUrl) || (defaultUrl ?? "http://localhost:8000/v1");

function addressHint({ urlVariable, baseUrlFrom, defaultUrl }: ProviderView): string {
  if (baseUrlFrom === "environment")
    return shared("fromVariable", { variable: urlVariable ?? shared("environmentVariable") });
  if (baseUrlFrom === "settings" && defaultUrl) return shared("insteadOf", { url: defaultUrl });
  return defaultUrl ? shared("onlyIfDifferent") : t("baseUrl");
}

type ConnectionProps = {
  provider: ProviderView;
  models: Models;
  onSaved: (settings: SettingsView) => void;
  onDirty: (isDirty: boolean) => void;
  /** Makes the form test, save and use the provider at once. Called when its model answers new conversations. */
  onStarted?: () => void;
};

function useConnection({ provider, models, onSaved, onDirty, onStarted }: ConnectionProps) {
  const { id, needsKey, takesUrl } = provider;
  const tested = useRef<string>(undefined);
  return useKeyForm({
    needs: needsKey ? "apiKey" : "baseUrl",
    isSetUp: isSetUp(provider),
    savedUrl: savedUrl(provider),
    takesUrl,
    shape: modelTest.shape,
    testing: t("requestingWord"),
    change: async (wanted) => {
      const settings = await saveSettings({ providers: { [id]: wanted } });
      onSaved(settings);
      const view = await models.reload();
      if (onStarted && tested.current && view?.default.split("/", 1)[0] !== id)
        onSaved(await saveSettings({ model: tested.current }));
      return savedUrl(settings.providers.find((other) => other.id === id) ?? provider);
    },
    attempt: async (values) => {
      const result = await testModel({ provider: id, ...values });
      if (!result.ok) return { kind: "bad", message: result.message };
      const { model, milliseconds } = result;
      tested.current = model;
      const message = t("modelWorks", {
        model: nameOf(model),
        seconds: (milliseconds / 1_000).toLocaleString(formatTag(), {
          ...{ minimumFractionDigits: 1, maximumFractionDigits: 1 },
        }),
      });
      return { kind: "good", message, model };
    },
    onDirty,
  });
}

const savedUrl = ({ baseUrl, baseUrlFrom }: ProviderView) => (baseUrlFrom === "settings" && baseUrl) || "";

type TestOutcomeProps = {
  provider: ProviderId;
  outcome: Outcome | null;
  models: Models;
  onSaved: (settings: SettingsView) => void;
};

function TestOutcome({ provider, outcome, models, onSaved }: TestOutcomeProps) {
  if (!outcome?.isSaved || outcome.kind !== "good") return <OutcomeLine outcome={outcome} />;
  const isOther = models.view !== null && models.view.default.split("/", 1)[0] !== provider;
  return (
    <OutcomeLine outcome={outcome}>
      <div className="flex flex-wrap items-start gap-2">
        <Button asChild variant="outline">
          <Link href="/">{shared("startConversation")}</Link>
        </Button>
        {isOther && outcome.model && <UseIt id={outcome.model} models={models} onSaved={onSaved} />}
      </div>
    </OutcomeLine>
  );
}

type UseItProps = { id: string; models: Models; onSaved: (settings: SettingsView) => void };

/** Offers to use the tested model for new conversations, which use the model of another provider so far. */
function UseIt({ id, models, onSaved }: UseItProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const use = async () => {
    try {
      onSaved(await saveSettings({ model: id }));
      await models.reload();
    } catch (error) {
      setProblem(t("notChanged", { error: failureText(error) }));
    }
  };
  return (
    <>
      <Button variant="outline" onClick={use}>
        {t("useForNew", { model: nameOf(id) })}
      </Button>
      {problem && <p className="text-meta text-danger">{problem}</p>}
    </>
  );
}
