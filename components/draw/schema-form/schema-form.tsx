import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { t as common } from "@/lib/shared/i18n/en/common";
import { type SchemaField, WHOLE } from "./fields";
import type { Fields } from "./use-fields";

type SchemaFormProps = {
  fields: Fields;
  whole: string;
  /** Shows problems only in fields that the user has changed. */
  isQuiet?: boolean;
  hasTitles?: boolean;
  onSubmit?: () => void;
  children: ReactNode;
};

export function SchemaForm({
  fields: { fields, problem, change },
  whole,
  isQuiet = false,
  hasTitles = false,
  onSubmit,
  children,
}: SchemaFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
      className="flex flex-col gap-4"
    >
      {fields.map(({ field, text, problem, isTouched }) => (
        <FieldRow
          key={field.name}
          field={field}
          label={
            field.name === WHOLE
              ? whole
              : (hasTitles && field.title) || <code className="font-mono">{field.name}</code>
          }
          text={text}
          problem={isQuiet && !isTouched ? undefined : problem}
          onChange={(text) => change(field.name, text)}
        />
      ))}
      {problem && !isQuiet && (
        <p role="alert" className="flex gap-1.5">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          <span className="min-w-0 wrap-anywhere">{problem}</span>
        </p>
      )}
      {children}
    </form>
  );
}

type FieldRowProps = {
  field: SchemaField;
  label: ReactNode;
  text: string;
  problem: string | undefined;
  onChange: (text: string) => void;
};

function FieldRow({ field, label, text, problem, onChange }: FieldRowProps) {
  const id = useId();
  const { hint, isRequired } = field;
  const hasHint = !problem && hint !== undefined;
  return (
    <Field>
      <FieldLabel id={`${id}-label`} htmlFor={id} required={isRequired}>
        {label}
      </FieldLabel>
      <Control
        field={field}
        text={text}
        onChange={onChange}
        attributes={{
          id,
          "aria-required": isRequired,
          "aria-invalid": problem !== undefined,
          "aria-describedby": problem || hasHint ? `${id}-hint` : undefined,
        }}
      />
      <FieldError id={`${id}-hint`}>{problem}</FieldError>
      {hasHint && <FieldDescription id={`${id}-hint`}>{hint}</FieldDescription>}
    </Field>
  );
}

type ControlAttributes = {
  id: string;
  "aria-required": boolean;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
};
type ControlProps = {
  field: SchemaField;
  text: string;
  onChange: (text: string) => void;
  attributes: ControlAttributes;
};

function Control({ field: { kind, isRequired, choices, labels }, text, onChange, attributes }: ControlProps) {
  const typed = {
    ...attributes,
    value: text,
    autoComplete: "off",
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  switch (kind) {
    case "boolean":
      return (
        <Switch
          {...attributes}
          checked={text === "true"}
          onCheckedChange={(isOn) => onChange(String(isOn))}
          className="my-1"
        />
      );
    case "choice":
      return (
        <NativeSelect {...attributes} value={text} onChange={({ target }) => onChange(target.value)}>
          {(!isRequired || text === "") && (
            <NativeSelectOption value="">{common("notSet")}</NativeSelectOption>
          )}
          {choices.map((choice, at) => (
            <NativeSelectOption key={choice} value={choice}>
              {labels?.[at] ?? nameOf(choice)}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      );
    case "many":
      return (
        <Many attributes={attributes} choices={choices} labels={labels} text={text} onChange={onChange} />
      );
    case "number":
      return <Input inputMode="decimal" {...typed} className="tabular-nums" />;
    case "text":
      return <Input {...typed} />;
    case "long":
      return <Textarea {...typed} />;
    case "json":
      return <Textarea {...typed} className="font-mono text-meta/[18px] max-md:text-field" />;
  }
}

/** Checkboxes. The field's text is a JSON array of the checked values, in the order of the schema. */
function Many({
  attributes: { id, "aria-describedby": describedBy },
  choices,
  labels,
  text,
  onChange,
}: Pick<SchemaField, "choices" | "labels"> & Omit<ControlProps, "field">) {
  const ticked = tickedIn(text);
  const tick = (choice: string, isOn: boolean) => {
    const left = choices.filter((one) => (one === choice ? isOn : ticked.has(one)));
    onChange(left.length > 0 ? `[${left.join(",")}]` : "");
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame, and its legend would repeat the field's label
    <div
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      className="flex flex-col gap-1.5"
    >
      {choices.map((choice, at) => (
        <label
          key={choice}
          htmlFor={`${id}-${at}`}
          className="flex min-h-6 items-center gap-2 phone:min-h-10"
        >
          <Checkbox
            id={`${id}-${at}`}
            checked={ticked.has(choice)}
            onCheckedChange={(isOn) => tick(choice, isOn === true)}
          />
          {labels?.[at] ?? nameOf(choice)}
        </label>
      ))}
    </div>
  );
}

/** Returns an empty set if the value is no array: a default may be anything. */
function tickedIn(text: string): ReadonlySet<string> {
  const value: unknown = text === "" ? [] : JSON.parse(text);
  return new Set(Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : []);
}

const nameOf = (choice: string): string => (choice.startsWith('"') ? String(JSON.parse(choice)) : choice);
