"use client";

import { ArrowUp, CornerDownRight } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { Markdown } from "@/components/draw/markdown/markdown";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { Input } from "@/components/ui/input";
import { isQuestion } from "@/lib/shared/chat/built-in-tools";
import { field, isRecord, type ToolPart } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/chatApproval";
import { t as common } from "@/lib/shared/i18n/en/common";
import { TryButton } from "../calls/try-button";
import { useAsk } from "../desk";
import { Elsewhere } from "../elsewhere";

export function QuestionCard({ tool, messageId }: { tool: ToolPart; messageId: string }) {
  const { desk, ask, name, answering } = useAsk(messageId, tool.toolCallId);
  const question = field(tool.input, "question") ?? "";
  const currentAnswer =
    field(tool.output, "answer") ?? (answering ? field(answering.output, "answer") : undefined);
  const reply = ask && ask === desk.asks.find(isQuestion) ? desk.reply : undefined;

  const box = useRef<HTMLDivElement>(null);
  const answer = (text: string) => {
    // The button that the user clicked is removed, so move the keyboard focus to the card.
    box.current?.focus({ preventScroll: true });
    if (ask) void desk.answer(ask, { answer: text });
  };

  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-2 outline-none">
      {ask ? (
        <section
          data-ask
          aria-label={name}
          className="flex flex-col gap-3 rounded-sheet border border-accent-line bg-accent-wash px-3.5 pt-2.5 pb-3.5"
        >
          <div className="flex flex-col gap-1">
            <span className="text-meta text-accent">{common("waitingForYou2")}</span>
            <Markdown text={question} />
          </div>
          <Answer
            options={optionsOf(tool.input)}
            isSending={answering?.state === "sending" || reply !== undefined}
            chosen={reply ?? field(answering?.output, "answer")}
            onAnswer={answer}
          />
          <FieldError>{answering?.state === "failed" ? answering.problem : undefined}</FieldError>
        </section>
      ) : (
        <>
          <Markdown text={question} caret={tool.state === "input-streaming"} />
          <Elsewhere answering={answering} input={tool.input} output={tool.output} />
          {currentAnswer !== undefined && (
            <p className="flex gap-2.5 text-ui text-ink-2">
              <CornerDownRight aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
              <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">
                {t.rich("youAnswered", {
                  answer: currentAnswer,
                  b: (text) => <strong className="font-medium text-ink">{text}</strong>,
                })}
              </span>
              {field(tool.output, "answer") !== undefined && (
                <TryButton messageId={messageId} call={tool.toolCallId} />
              )}
            </p>
          )}
        </>
      )}
    </div>
  );
}

type AnswerProps = {
  options: string[];
  isSending: boolean;
  chosen: string | undefined;
  onAnswer: (answer: string) => void;
};

function Answer({ options, isSending, chosen, onAnswer }: AnswerProps) {
  const id = useId();
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && !isSending) onAnswer(text.trim());
  };
  if (isSending && !options.includes(chosen ?? ""))
    return <p className="text-ui text-ink-2">{t("sending", { answer: chosen ?? "" })}</p>;
  if (options.length > 0) {
    return (
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <Button
            key={option}
            variant="outline"
            disabled={isSending}
            aria-pressed={isSending ? option === chosen : undefined}
            className="h-auto min-h-control max-w-full whitespace-normal py-1 text-left wrap-anywhere"
            onClick={() => onAnswer(option)}
          >
            {option}
          </Button>
        ))}
      </div>
    );
  }
  return (
    <form onSubmit={submit} className="flex gap-2">
      <label htmlFor={id} className="sr-only">
        {t("yourAnswer")}
      </label>
      <Input id={id} value={text} onChange={(event) => setText(event.target.value)} autoComplete="off" />
      <Button type="submit" variant="accent" disabled={!text.trim()}>
        <ArrowUp aria-hidden />
        {t("answer")}
      </Button>
    </form>
  );
}

const optionsOf = (input: unknown): string[] =>
  isRecord(input) && Array.isArray(input.options)
    ? [...new Set(input.options.filter((option) => typeof option === "string"))]
    : [];
