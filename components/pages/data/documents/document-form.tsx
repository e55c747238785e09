"use client";

import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { TextField } from "@/components/draw/editor/text-field";
import { Button } from "@/components/ui/button";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t as data } from "@/lib/shared/i18n/en/data";
import { t } from "@/lib/shared/i18n/en/dataDocuments";
import type { DocumentLook } from "./document-draft";
import { isNameable } from "./fields";
import { type FormField, KINDS, type Kind } from "./form";

type DocumentFormProps = {
  fields: readonly FormField[];
  problems: Readonly<Record<string, string>>;
  onChange: (fields: readonly FormField[]) => void;
  look?: DocumentLook;
};

export function DocumentForm({ fields, problems, onChange, look }: DocumentFormProps) {
  return (
    <div className="flex flex-col gap-4">
      {fields.map((field) => (
        <FormControl
          key={field.name}
          field={field}
          label={look?.labelOf(field.name) ?? field.name}
          choices={look?.choices?.[field.name]}
          problem={problems[field.name]}
          onText={(text) =>
            onChange(fields.map((one) => (one.name === field.name ? { ...one, text, isTouched: true } : one)))
          }
        />
      ))}
      <AddField
        isTaken={(name) => fields.some((field) => field.name === name)}
        onAdd={(name, kind) =>
          onChange([...fields, { name, kind, before: undefined, text: "", isTouched: false }])
        }
      />
    </div>
  );
}

type ControlProps = {
  field: FormField;
  label: string;
  choices?: readonly (readonly [value: string, label: string])[];
  problem?: string;
  onText: (text: string) => void;
};

const LONG = 60;

function FormControl({ field: { kind, text, before }, label, choices, problem, onText }: ControlProps) {
  const id = useId();
  if (choices)
    return (
      <Field>
        <FieldLabel htmlFor={id}>{label}</FieldLabel>
        <NativeSelect
          id={id}
          value={text}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={({ target }) => onText(target.value)}
        >
          {choices.map(([value, name]) => (
            <NativeSelectOption key={value} value={value}>
              {name}
            </NativeSelectOption>
          ))}
        </NativeSelect>
        <FieldError id={`${id}-problem`}>{problem}</FieldError>
      </Field>
    );
  if (kind === "text" || kind === "json") {
    const isLong =
      kind === "json" || text.length > LONG || text.includes("\n") || String(before ?? "").length > LONG;
    return (
      <TextField
        label={label}
        value={text}
        onText={onText}
        isLong={isLong}
        error={problem}
        hint={kind === "json" ? common("json") : undefined}
        spellCheck={kind === "text"}
        autoComplete="off"
        className={kind === "json" ? "font-mono text-meta max-md:text-field" : undefined}
      />
    );
  }
  return (
    <Field>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      {kind === "boolean" ? (
        <NativeSelect id={id} value={text} onChange={({ target }) => onText(target.value)}>
          <NativeSelectOption value="">{common("notSet")}</NativeSelectOption>
          <NativeSelectOption value="true">{common("yes")}</NativeSelectOption>
          <NativeSelectOption value="false">{common("no")}</NativeSelectOption>
        </NativeSelect>
      ) : (
        <Input
          id={id}
          type={kind === "date" ? "datetime-local" : "text"}
          inputMode={kind === "number" ? "decimal" : undefined}
          step={kind === "date" ? 1 : undefined}
          value={text}
          autoComplete="off"
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          onChange={({ target }) => onText(target.value)}
          className={kind === "number" ? "tabular-nums" : undefined}
        />
      )}
      <FieldError id={`${id}-problem`}>{problem}</FieldError>
    </Field>
  );
}

const KIND_LABELS: Record<Kind, string> = {
  get text() {
    return common("text");
  },
  get number() {
    return t("number");
  },
  get date() {
    return t("dateAndTime");
  },
  get boolean() {
    return t("yesOrNo");
  },
  json: "JSON",
};

type AddFieldProps = { isTaken: (name: string) => boolean; onAdd: (name: string, kind: Kind) => void };

function AddField({ isTaken, onAdd }: AddFieldProps) {
  const [name, setName] = useState<string>();
  const [kind, setKind] = useState<Kind>("text");
  const [problem, setProblem] = useState<string>();
  if (name === undefined)
    return (
      <Button variant="ghost" className="-ml-2 self-start font-normal text-ink-2" onClick={() => setName("")}>
        <Plus aria-hidden />
        {t("addField")}
      </Button>
    );
  const add = () => {
    if (!isNameable(name.trim())) return setProblem(t("fieldNameRule"));
    if (isTaken(name.trim())) return setProblem(t("fieldTaken"));
    onAdd(name.trim(), kind);
    setName(undefined);
  };
  return (
    <fieldset
      className="flex flex-wrap items-start gap-2"
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        add();
      }}
    >
      <legend className="sr-only">{t("newField")}</legend>
      <div className="min-w-40 flex-1">
        <TextField
          label={t("fieldName")}
          value={name}
          onText={(text) => {
            setName(text);
            setProblem(undefined);
          }}
          error={problem}
          autoComplete="off"
          maxLength={100}
        />
      </div>
      <Field className="w-36">
        <FieldLabel htmlFor="kind-of-field">{common("kind")}</FieldLabel>
        <NativeSelect
          id="kind-of-field"
          value={kind}
          onChange={({ target }) => setKind(KINDS.find((one) => one === target.value) ?? "text")}
        >
          {KINDS.map((one) => (
            <NativeSelectOption key={one} value={one}>
              {KIND_LABELS[one]}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </Field>
      <Button variant="outline" className="self-end" onClick={add}>
        {data("add")}
      </Button>
    </fieldset>
  );
}
