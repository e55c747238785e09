import { CircleAlert } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { type PropField, WHOLE } from "./prop-fields";
import type { PropsFields } from "./use-props";

/** What the component is given, to try it with other values. */
export function PropsForm({
  fields: { fields, problem, change, isChanged, reset },
}: {
  fields: PropsFields;
}) {
  const isRight = !problem && fields.every(({ problem }) => !problem);
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} className="flex flex-col gap-4">
      {fields.map(({ field, text, problem }) => (
        <PropRow
          key={field.name}
          field={field}
          text={text}
          problem={problem}
          onChange={(text) => change(field.name, text)}
        />
      ))}
      {problem && (
        <p role="alert" className="flex gap-1.5">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          <span className="min-w-0 wrap-anywhere">{problem}</span>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="outline" aria-disabled={!isChanged} onClick={reset}>
          Reset
        </Button>
        <p className="min-w-0 flex-1 text-meta text-ink-3">
          {isRight
            ? "Only for trying out: nothing here is saved."
            : "The component keeps the last values that were right."}
        </p>
      </div>
    </form>
  );
}

type PropRowProps = {
  field: PropField;
  text: string;
  problem: string | undefined;
  onChange: (text: string) => void;
};

function PropRow({ field, text, problem, onChange }: PropRowProps) {
  const id = useId();
  const { name, hint, isRequired } = field;
  const hasHint = !problem && hint !== undefined;
  return (
    <Field>
      <FieldLabel htmlFor={id} required={isRequired} className={name === WHOLE ? undefined : "font-mono"}>
        {name === WHOLE ? "Props" : name}
      </FieldLabel>
      <Control
        field={field}
        text={text}
        onChange={onChange}
        given={{
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

type Given = {
  id: string;
  "aria-required": boolean;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
};
type ControlProps = { field: PropField; text: string; onChange: (text: string) => void; given: Given };

function Control({ field: { kind, isRequired, choices }, text, onChange, given }: ControlProps) {
  const typed = {
    ...given,
    value: text,
    autoComplete: "off",
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  switch (kind) {
    case "boolean":
      return (
        <Switch
          {...given}
          checked={text === "true"}
          onCheckedChange={(isOn) => onChange(String(isOn))}
          className="my-1"
        />
      );
    case "choice":
      return (
        <NativeSelect {...given} value={text} onChange={({ target }) => onChange(target.value)}>
          {(!isRequired || text === "") && <NativeSelectOption value="">Not set</NativeSelectOption>}
          {choices.map((choice) => (
            <NativeSelectOption key={choice} value={choice}>
              {choice.startsWith('"') ? String(JSON.parse(choice)) : choice}
            </NativeSelectOption>
          ))}
        </NativeSelect>
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
