"use client";

import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { ReadPages } from "@/components/ui/kit/read-pages";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { Deed } from "@/lib/shared/components/surface";
import type { Consent, PendingConsent } from "./consent";
import { QuestionCard } from "./question-card";

/** A new question is disabled for this time: a click may have been meant for the content that was here before. */
const SETTLE_MS = 500;

export function ConsentRequests({ consent }: { consent: Consent }) {
  const { writes, speech, refused } = useSyncExternalStore(consent.subscribe, consent.pending, nothing);
  return (
    <div aria-live="polite" className="sticky bottom-3 z-10 flex flex-col gap-3 empty:hidden print:hidden">
      {writes && (
        <Question
          consent={consent}
          deed="writes"
          title={`Allow this component to change ${valuesOf(writes)}the agent’s state?`}
          before="this component stores a value for later conversations"
        >
          <Values values={writes} />
        </Question>
      )}
      {speech && !writes && (
        <Question key={speech.text} consent={consent} {...SPEECH[speech.deed]} deed={speech.deed}>
          <p className="whitespace-pre-wrap wrap-anywhere">{speech.text}</p>
        </Question>
      )}
      {refused && !writes && <Refused by={refused} onAskAgain={() => consent.askAgain()} />}
    </div>
  );
}

const SPEECH = {
  says: {
    title: "Allow this component to send this in your name?",
    before: "this component sends a message as you",
  },
  answers: {
    title: "Allow this component to answer for you? You have not pressed anything in it.",
    before: "this component answers the agent by itself",
  },
};

type QuestionProps = {
  consent: Consent;
  deed: Deed;
  title: string;
  before: string;
  children: ReactNode;
};

function Question({ consent, deed, title, before, children }: QuestionProps) {
  const [isNew, setIsNew] = useState(true);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setIsNew(false), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const allow = async () => {
    setIsSending(true);
    setProblem(undefined);
    await consent.allow(deed).catch((error: Error) => {
      setProblem(error.message);
      setIsSending(false);
    });
  };
  return (
    <QuestionCard
      title={title}
      web={<ReadPages origins={consent.readWeb} before={before} />}
      buttons={
        <>
          <Button variant="accent" disabled={isNew || isSending} onClick={allow}>
            Allow
          </Button>
          <Button variant="outline" disabled={isNew || isSending} onClick={() => consent.refuse(deed)}>
            Don’t allow
          </Button>
          <p className="text-meta text-ink-2">If you allow it, this component will not ask again.</p>
          <FieldError role="alert">{problem}</FieldError>
        </>
      }
    >
      {children}
    </QuestionCard>
  );
}

function valuesOf(writes: object): string {
  const count = Object.keys(writes).length;
  return count > 1 ? `${count} values of ` : "";
}

const MAX_CHARS = 20_000;

/** Each value has its own scroll area, so that a long one does not push the next key out of view. */
function Values({ values }: { values: Readonly<Record<string, unknown>> }) {
  return (
    <dl className="flex flex-col gap-2 font-mono text-[12px] leading-[18px]">
      {Object.entries(values).map(([key, value]) => {
        const text = JSON.stringify(value) ?? "null";
        return (
          <div key={key}>
            <dt className="wrap-anywhere text-ink-2">{key}</dt>
            <dd>
              <ScrollArea label={`Value of ${key}`} className="max-h-[54px] wrap-anywhere">
                {text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text}
              </ScrollArea>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

type RefusedProps = { by: NonNullable<PendingConsent["refused"]>; onAskAgain: () => void };

function Refused({ by, onAskAgain }: RefusedProps) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-meta text-ink-2">
      {by === "policy" ? (
        "Nothing was changed: your settings under Tools block changes of the state after reading the web."
      ) : (
        <>
          This component may not change the agent’s state.
          <Button variant="link" className="text-meta font-normal" onClick={onAskAgain}>
            Ask me again
          </Button>
        </>
      )}
    </p>
  );
}

const NOTHING: PendingConsent = {};
const nothing = () => NOTHING;
