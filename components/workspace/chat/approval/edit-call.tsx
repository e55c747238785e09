"use client";

import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/chatApproval";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Answering } from "../client/state";
import { useThread } from "../thread";
import { type Draft, draftOf, readDraft, refusedFields, turned, WHOLE } from "./draft";

type EditCallProps = {
  tool: ToolPart;
  /** Key under which the draft is kept while the row is scrolled out of view and unmounted. */
  id: string;
  answering: Answering | undefined;
  onAllow: (input: unknown) => void;
  onCancel: () => void;
  children: ReactNode;
};

export function EditCall({ tool, id, answering, onAllow, onCancel, children }: EditCallProps) {
  const { drafts } = useThread();
  const place = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>(() => storedDraft(drafts.get(id)) ?? draftOf(tool.input));
  const [found, setFound] = useState<Record<string, string>>({});
  const isSending = answering?.state === "sending";
  useEffect(() => place.current?.querySelector("textarea")?.focus({ preventScroll: true }), []);

  const change = (next: Draft) => {
    drafts.set(id, JSON.stringify(next));
    setDraft(next);
    setFound({});
  };
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    const { input, problems } = readDraft(draft, tool.input);
    setFound(problems);
    if (Object.keys(problems).length > 0) focusFirst(place.current);
    else if (!isSending) onAllow(input);
  };
  const cancel = () => {
    drafts.delete(id);
    onCancel();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
    if (event.key === "Escape") cancel();
  };

  const isRefused = answering?.state === "failed";
  const refused = isRefused && Object.keys(found).length === 0 ? refusedFields(answering.details) : {};
  const problems = { ...refused, ...found };
  const names = draft.as === "json" ? [WHOLE] : Object.keys(draft.texts);
  // Errors of arguments without a field here, such as missing ones, are shown below.
  const others = Object.entries(problems).filter(([name]) => !names.includes(name));
  const other = turned(draft, tool.input);
  return (
    <form
      ref={place}
      aria-label={t("changeArguments")}
      onSubmit={send}
      onKeyDown={onKeyDown}
      className="flex flex-col gap-3"
    >
      {names.map((name) => (
        <Argument
          key={name}
          name={name}
          text={draft.as === "json" ? draft.json : (draft.texts[name] ?? "")}
          problem={problems[name]}
          onChange={(text) =>
            change(
              draft.as === "json"
                ? { ...draft, json: text }
                : { ...draft, texts: { ...draft.texts, [name]: text } },
            )
          }
        />
      ))}
      {others.map(([name, message]) => (
        <FieldError key={name} role="alert">{`${name}: ${message}`}</FieldError>
      ))}
      {isRefused && Object.keys(refused).length === 0 && (
        <FieldError role="alert">{answering.problem}</FieldError>
      )}
      {children}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="accent" disabled={isSending} title={t("ctrlEnter")}>
          {t("allowChanged")}
        </Button>
        <Button variant="outline" onClick={cancel}>
          {common("cancel")}
        </Button>
        {other && (
          <Button variant="link" className="ml-auto text-meta" onClick={() => change(other)}>
            {draft.as === "json" ? t("editSingly") : t("editAsJson")}
          </Button>
        )}
      </div>
    </form>
  );
}

type ArgumentProps = {
  name: string;
  text: string;
  problem: string | undefined;
  onChange: (text: string) => void;
};

function Argument({ name, text, problem, onChange }: ArgumentProps) {
  const id = useId();
  return (
    <Field>
      <FieldLabel htmlFor={id} className="font-mono text-[12px] font-normal text-ink-2">
        {name === WHOLE ? t("allAsJson") : name}
      </FieldLabel>
      <Textarea
        id={id}
        rows={1}
        value={text}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-control bg-sheet font-mono text-[12px]/[18px] max-md:text-field"
      />
      <FieldError id={`${id}-problem`} role="alert">
        {problem}
      </FieldError>
    </Field>
  );
}

function storedDraft(text: string | undefined): Draft | undefined {
  return text === undefined ? undefined : JSON.parse(text);
}

const focusFirst = (form: HTMLFormElement | null) =>
  setTimeout(() => form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
