import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { Textarea } from "@/components/ui/textarea";
import type { Block } from "@/lib/shared/blocks";
import { t } from "@/lib/shared/i18n/en/ui";

type Field = Block<"form">["fields"][number];
type OnAnswer = (action: string, values: Record<string, unknown>) => Promise<unknown>;
type AnswerProps<Type extends "form" | "choice"> = { block: Block<Type>; onAnswer: OnAnswer };
type Option = { value: string; label: string };

const INPUTS: Partial<Record<Field["type"], string>> = {
  ...{ number: "number", slider: "number", rating: "number", date: "date", time: "time" },
  ...{ datetime: "datetime-local", email: "email", phone: "tel", url: "url", colour: "color" },
};

/** A form of a published sheet. Each answer is sent once; then another can be written. */
export function FormView({ block, onAnswer }: AnswerProps<"form">) {
  const form = useRef<HTMLFormElement>(null);
  const { state, send } = useSending(onAnswer);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = valuesOf(block.fields, new FormData(event.currentTarget));
    if (await send("submit", values)) form.current?.reset();
  };
  return (
    <form ref={form} className="flex max-w-form flex-col gap-4" onSubmit={submit}>
      {block.fields.map((field) => (
        <FieldView key={field.name} field={field} />
      ))}
      <SendRow label={block.submitLabel} state={state} />
    </form>
  );
}

/** Cards of which the visitor chooses one, or several. */
export function ChoiceView({ block, onAnswer }: AnswerProps<"choice">) {
  const { state, send } = useSending(onAnswer);
  const field = {
    name: "choice",
    label: block.label,
    type: block.multiple ? "multiselect" : "radio",
  } as const;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields: Field[] = [{ ...field, options: block.options, required: true }];
    void send("choose", valuesOf(fields, new FormData(event.currentTarget)));
  };
  return (
    <form className="flex max-w-form flex-col gap-3" onSubmit={submit}>
      <Options field={field} options={block.options} />
      <SendRow label={block.submitLabel} state={state} />
    </form>
  );
}

function SendRow({ label, state }: { label: string | undefined; state: Sending }) {
  return (
    <div className="flex items-center gap-3">
      <Button type="submit" disabled={state === "sending"}>
        {label ?? t("send")}
      </Button>
      <SendStatus state={state} />
    </div>
  );
}

type Sending = "idle" | "sending" | "sent" | { problem: string };

function useSending(onAnswer: OnAnswer) {
  const [state, setState] = useState<Sending>("idle");
  const send = async (action: string, values: Record<string, unknown>): Promise<boolean> => {
    setState("sending");
    try {
      await onAnswer(action, values);
      setState("sent");
      return true;
    } catch (error) {
      setState({ problem: error instanceof Error ? error.message : String(error) });
      return false;
    }
  };
  return { state, send };
}

function SendStatus({ state }: { state: Sending }) {
  if (typeof state === "object") return <p role="alert">{state.problem}</p>;
  return <p role="status">{state === "sent" && t("sent")}</p>;
}

function FieldView({ field }: { field: Field }) {
  const id = useId();
  const { name, label, type, required, placeholder, hint, unit } = field;
  if (type === "hidden" || type === "file") return null;
  if (type === "radio" || type === "multiselect") return <Options field={field} options={optionsOf(field)} />;
  const common = { id, name, required: required === true, defaultValue: textOf(field.default), placeholder };
  const bounds = {
    min: field.min,
    max: field.max,
    step: field.step ?? (type === "number" ? "any" : undefined),
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className={type === "checkbox" ? "flex items-center gap-2" : "font-medium"}>
        {type === "checkbox" && (
          <input
            id={id}
            type="checkbox"
            name={name}
            required={required}
            defaultChecked={field.default === true}
          />
        )}
        {label}
        {unit !== undefined && <span className="text-ink-3"> ({unit})</span>}
      </label>
      {type === "textarea" && <Textarea {...common} rows={3} />}
      {type === "select" && (
        <NativeSelect {...common}>
          <option value="" />
          {optionsOf(field).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      )}
      {(type === "text" || INPUTS[type] !== undefined) && (
        <Input {...common} {...bounds} type={INPUTS[type] ?? "text"} />
      )}
      {hint !== undefined && <p className="text-meta text-ink-3">{hint}</p>}
    </div>
  );
}

type Choosing = Pick<Field, "name" | "label" | "type" | "required">;

const Options = ({ field, options }: { field: Choosing; options: readonly Option[] }) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="mb-1 font-medium">{field.label}</legend>
    {options.map(({ value, label }) => (
      <label key={value} className="flex items-center gap-2">
        <input
          type={field.type === "radio" ? "radio" : "checkbox"}
          name={field.name}
          value={value}
          required={field.type === "radio" && field.required === true}
        />
        {label}
      </label>
    ))}
  </fieldset>
);

const optionsOf = ({ options = [] }: Field): Option[] =>
  options.map((option) => (typeof option === "string" ? { value: option, label: option } : option));

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value) : undefined;

/** Returns the answer by field: numbers as numbers, several choices as one text. */
function valuesOf(fields: readonly Field[], data: FormData): Record<string, unknown> {
  return Object.fromEntries(
    fields
      .filter(({ type }) => type !== "file")
      .map(({ name, type, default: fixed }) => {
        if (type === "hidden") return [name, fixed];
        if (type === "checkbox") return [name, data.get(name) !== null];
        if (type === "multiselect") return [name, data.getAll(name).join(", ")];
        const text = String(data.get(name) ?? "");
        if (text === "") return [name, null];
        return [name, INPUTS[type] === "number" ? Number(text) : text];
      }),
  );
}
