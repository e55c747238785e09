"use client";

import { ExternalLink, ShieldQuestionMark } from "lucide-react";
import { useEffect, useId, useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { ScrollArea } from "@/components/ui/scroll-area";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/frame";
import type { PendingRequest, Questions } from "./questions";

/** A new question is disabled for this time: a click may have been meant for the content that was here before. */
const SETTLE_MS = 500;

export function AppQuestions({ questions, server }: { questions: Questions; server: string }) {
  const first = useSyncExternalStore(questions.subscribe, questions.first, nothing);
  return (
    <div aria-live="polite" className="sticky bottom-3 z-10 empty:hidden print:hidden">
      {first && <Question key={textOf(first)} asked={first} questions={questions} server={server} />}
    </div>
  );
}

type QuestionProps = { asked: PendingRequest; questions: Questions; server: string };

function Question({ asked, questions, server }: QuestionProps) {
  const id = useId();
  const [isNew, setIsNew] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsNew(false), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  const isLink = asked.kind === "link";
  return (
    <section
      aria-labelledby={id}
      className="overflow-hidden rounded-sheet border border-accent-line bg-sheet text-ui shadow-sheet"
    >
      <div className="bg-accent-wash">
        <h3 id={id} className="flex min-h-10 items-center gap-2.5 px-3.5 py-2 wrap-anywhere">
          <ShieldQuestionMark aria-hidden className="size-4 shrink-0 text-accent" />
          {isLink ? t("appOpens", { server }) : t("appUses", { server, title: asked.question.title })}
        </h3>
        <ScrollArea
          label={t("details")}
          className="max-h-44 bg-fill-hover px-3.5 py-2.5 font-mono text-[12px] leading-[18px]"
        >
          <p className="whitespace-pre-wrap wrap-anywhere">{textOf(asked)}</p>
        </ScrollArea>
        <div className="flex flex-wrap items-center gap-2 px-3.5 py-3">
          {isLink ? (
            <Button
              variant="accent"
              disabled={isNew}
              onClick={() => {
                window.open(asked.url, "_blank", "noopener,noreferrer");
                questions.allow("once");
              }}
            >
              <ExternalLink aria-hidden />
              {common("open")}
            </Button>
          ) : (
            <>
              <Button variant="accent" disabled={isNew} onClick={() => questions.allow("once")}>
                {common("allow")}
              </Button>
              <Button variant="outline" disabled={isNew} onClick={() => questions.allow("always")}>
                {t("alwaysAllow")}
              </Button>
            </>
          )}
          <Button variant="outline" disabled={isNew} onClick={() => questions.refuse()}>
            {isLink ? t("dontOpen") : t("dontAllow")}
          </Button>
        </div>
      </div>
    </section>
  );
}

const MAX_CHARS = 20_000;

function textOf(asked: PendingRequest): string {
  if (asked.kind === "link") return asked.url;
  const { tool, input } = asked.question;
  return `${tool} ${JSON.stringify(input, null, 2) ?? ""}`.slice(0, MAX_CHARS);
}

const nothing = () => undefined;
