"use client";

import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { ReadPages } from "@/components/ui/kit/read-pages";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { Deed } from "@/lib/shared/components/surface";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/frame";
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
          title={t("allowWrites", { count: Object.keys(writes).length })}
        >
          <Values values={writes} />
        </Question>
      )}
      {speech && !writes && (
        <Question key={speech.text} consent={consent} title={SPEECH[speech.deed]()} deed={speech.deed}>
          <p className="whitespace-pre-wrap wrap-anywhere">{speech.text}</p>
        </Question>
      )}
      {refused && !writes && <Refused by={refused} onAskAgain={() => consent.askAgain()} />}
    </div>
  );
}

const SPEECH = {
  says: () => t("allowMessage"),
  answers: () => t("allowAnswer"),
};

type QuestionProps = {
  consent: Consent;
  deed: Deed;
  title: string;
  children: ReactNode;
};

function Question({ consent, deed, title, children }: QuestionProps) {
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
      web={<ReadPages origins={consent.readWeb} />}
      buttons={
        <>
          <Button variant="accent" disabled={isNew || isSending} onClick={allow}>
            {common("allow")}
          </Button>
          <Button variant="outline" disabled={isNew || isSending} onClick={() => consent.refuse(deed)}>
            {t("dontAllow")}
          </Button>
          <p className="text-meta text-ink-2">{t("asksOnce")}</p>
          <FieldError role="alert">{problem}</FieldError>
        </>
      }
    >
      {children}
    </QuestionCard>
  );
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
              <ScrollArea label={t("valueOf", { key })} className="max-h-[54px] wrap-anywhere">
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
        t("blockedByPolicy")
      ) : (
        <>
          {t("mayNotChange")}
          <Button variant="link" className="text-meta font-normal" onClick={onAskAgain}>
            {t("askAgain")}
          </Button>
        </>
      )}
    </p>
  );
}

const NOTHING: PendingConsent = {};
const nothing = () => NOTHING;
