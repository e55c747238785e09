"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText } from "@/components/client/failure";
import { FieldError } from "@/components/ui/field-error";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { Label } from "@/components/ui/label";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { Textarea } from "@/components/ui/textarea";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/proofs";
import { EXPECTATIONS, type Example } from "@/lib/shared/proofs/contract";
import { changeExample } from "./api";

type ExampleDialogProps = {
  example: Example;
  /** The example is a turn of a conversation. */
  isOfTurn: boolean;
  onClose: () => void;
  onSaved: () => void;
};

export function ExampleDialog({ example, isOfTurn, onClose, onSaved }: ExampleDialogProps) {
  const [as, setAs] = useState(example.expected.as);
  const [input, setInput] = useState(pretty(example.input));
  const [value, setValue] = useState(pretty(example.expected.value ?? null));
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      changeExample(example.id, {
        // The message of a turn is played in its conversation, so that it cannot be another one.
        ...(!isOfTurn && { input: JSON.parse(input) }),
        expected: as === "success" && !isOfTurn ? { as } : { as, value: JSON.parse(value) },
      }),
    onSuccess: () => {
      onSaved();
      onClose();
    },
  });
  const isWrong = { input: !isJson(input), value: (as !== "success" || isOfTurn) && !isJson(value) };
  const id = useId();
  return (
    <FormDialog
      title={t("editExample")}
      about={t("editExampleAbout")}
      action={common("save")}
      isDisabled={isPending || isWrong.input || isWrong.value}
      problem={error ? failureText(error) : undefined}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      {!isOfTurn && <JsonField label={t("input")} text={input} isWrong={isWrong.input} onText={setInput} />}
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={id}>{t("expected")}</Label>
        <NativeSelect
          id={id}
          value={as}
          onChange={({ target }) => setAs(EXPECTATIONS.find((one) => one === target.value) ?? as)}
        >
          {EXPECTATIONS.map((one) => (
            <NativeSelectOption key={one} value={one}>
              {isOfTurn ? t("turnExpectation", { as: one }) : t("expectation", { as: one })}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </div>
      {as !== "success" && (
        <JsonField label={t("value")} text={value} isWrong={isWrong.value} onText={setValue} />
      )}
    </FormDialog>
  );
}

type JsonFieldProps = { label: string; text: string; isWrong: boolean; onText: (text: string) => void };

function JsonField({ label, text, isWrong, onText }: JsonFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <Textarea
        id={id}
        value={text}
        aria-invalid={isWrong || undefined}
        spellCheck={false}
        onChange={({ target }) => onText(target.value)}
        className="max-h-60 min-h-20 font-mono text-meta max-md:text-field"
      />
      <FieldError>{isWrong ? t("notJson") : undefined}</FieldError>
    </div>
  );
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? "null";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
