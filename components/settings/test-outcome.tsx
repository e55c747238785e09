"use client";

import { Check, CircleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Ring } from "@/components/chat/ring";
import { Button } from "@/components/ui/button";
import type { ProviderId, SettingsView } from "@/lib/shared/settings";
import { saveSettings, wordsOf } from "./api";
import { nameOf } from "./model-words";
import type { Models } from "./use-models";

export type Outcome = { isSaved?: boolean } & (
  | { kind: "busy"; words: string }
  | { kind: "bad"; words: string }
  | { kind: "good"; model: string; milliseconds: number }
);

type TestOutcomeProps = {
  provider: ProviderId;
  outcome: Outcome | null;
  models: Models;
  onSaved: (settings: SettingsView) => void;
};

/** What came of trying a provider, where it was tried. */
export function TestOutcome({ provider, outcome, models, onSaved }: TestOutcomeProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome) line.current?.scrollIntoView({ block: "nearest" });
  }, [outcome]);
  const answers = models.view?.default.split("/", 1)[0] ?? provider;
  const isNew = outcome?.kind === "good" && outcome.isSaved && answers !== provider;
  return (
    <div ref={line} role="status" className="scroll-my-4 flex flex-col items-start gap-3 empty:-mt-4">
      {outcome && (
        <p className="flex gap-2">
          <span className="flex h-5 w-4 shrink-0 items-center justify-center">
            {outcome.kind === "busy" && <Ring />}
            {outcome.kind === "good" && <Check aria-hidden className="size-4 text-success" />}
            {outcome.kind === "bad" && <CircleAlert aria-hidden className="size-4 text-danger" />}
          </span>
          <span className="min-w-0 wrap-anywhere">{words(outcome)}</span>
        </p>
      )}
      {isNew && <UseIt id={outcome.model} models={models} onSaved={onSaved} />}
    </div>
  );
}

function words(outcome: Outcome): string {
  if (outcome.kind === "busy") return outcome.words;
  if (outcome.kind === "bad")
    return outcome.isSaved ? `Saved, but it does not work yet. ${outcome.words}` : outcome.words;
  const seconds = (outcome.milliseconds / 1_000).toFixed(1);
  return `${outcome.isSaved ? "Saved. " : ""}Works: ${nameOf(outcome.model)} answered in ${seconds} s.`;
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
