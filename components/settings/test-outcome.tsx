"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { ProviderId, SettingsView } from "@/lib/shared/settings";
import { saveSettings, wordsOf } from "./api";
import { nameOf } from "./model-words";
import { type Outcome, OutcomeLine } from "./outcome-line";
import type { Models } from "./use-models";

type TestOutcomeProps = {
  provider: ProviderId;
  outcome: Outcome | null;
  models: Models;
  onSaved: (settings: SettingsView) => void;
};

/** What came of trying a provider, where it was tried. */
export function TestOutcome({ provider, outcome, models, onSaved }: TestOutcomeProps) {
  const answers = models.view?.default.split("/", 1)[0] ?? provider;
  const model = outcome?.isSaved && answers !== provider ? outcome.model : undefined;
  return (
    <OutcomeLine outcome={outcome}>
      {model && <UseIt id={model} models={models} onSaved={onSaved} />}
    </OutcomeLine>
  );
}

type UseItProps = { id: string; models: Models; onSaved: (settings: SettingsView) => void };

/** Another one answers new conversations as yet. */
function UseIt({ id, models, onSaved }: UseItProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const use = async () => {
    try {
      onSaved(await saveSettings({ model: id }));
      await models.reload();
    } catch (error) {
      setProblem(`Not changed. ${wordsOf(error)}`);
    }
  };
  return (
    <>
      <Button variant="outline" onClick={use}>
        Let {nameOf(id)} answer new conversations
      </Button>
      {problem && <p className="text-meta text-danger">{problem}</p>}
    </>
  );
}
