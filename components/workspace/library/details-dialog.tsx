"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type ComponentChange, changeComponent } from "@/components/client/components";
import { type Trouble, troubleOf } from "@/components/client/versions/trouble";
import { TextField } from "@/components/draw/editor/text-field";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import type { Component } from "@/lib/shared/components/contract";
import { componentDescription, propsSchema } from "@/lib/shared/components/fields";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/library";

type DetailsDialogProps = {
  component: Component;
  onSaved: (component: Component) => void;
  onClose: () => void;
};

export function DetailsDialog({ component, onSaved, onClose }: DetailsDialogProps) {
  const { name, version } = component;
  const [description, setDescription] = useState(component.description);
  const [schema, setSchema] = useState(() =>
    component.props_schema ? JSON.stringify(component.props_schema, null, 2) : "",
  );
  const [wrong, setWrong] = useState<{ description?: string; schema?: string }>({});
  const { mutate, error, isPending } = useMutation({
    mutationFn: (change: Omit<ComponentChange, "version">) => changeComponent(name, { ...change, version }),
    onSuccess: (saved) => {
      onSaved(saved);
      onClose();
    },
  });
  const trouble = error ? troubleOf(error) : undefined;
  const save = (accept?: boolean) => {
    const described = componentDescription.safeParse(description);
    const parsed = readSchema(schema);
    setWrong({
      description: described.error?.issues[0]?.message,
      schema: "problem" in parsed ? parsed.problem : undefined,
    });
    if (described.success && "schema" in parsed)
      mutate({ description: described.data, props_schema: parsed.schema, accept });
  };
  return (
    <FormDialog
      title={t("detailsOf", { name })}
      about={t("detailsHint")}
      action={common("save")}
      isDisabled={isPending}
      problem={
        trouble && `${TROUBLE_MESSAGES[trouble.kind]}${"message" in trouble ? ` ${trouble.message}` : ""}`
      }
      actions={
        trouble?.kind === "gate" && (
          <Button variant="outline" aria-disabled={isPending} onClick={() => !isPending && save(true)}>
            {t("saveAnyway")}
          </Button>
        )
      }
      onSubmit={() => save()}
      onClose={onClose}
    >
      <TextField
        label={common("description")}
        value={description}
        onText={setDescription}
        isLong
        isRequired
        error={wrong.description}
      />
      <TextField
        label={t("propsSchema")}
        value={schema}
        onText={setSchema}
        isLong
        error={wrong.schema}
        hint={t("propsHint")}
        spellCheck={false}
        className="max-h-80 min-h-40 font-mono text-meta/[18px] max-md:text-field"
      />
    </FormDialog>
  );
}

const TROUBLE_MESSAGES: Record<Trouble["kind"], string> = {
  get compile() {
    return t("compileFailed");
  },
  get gate() {
    return t("testFailed");
  },
  get conflict() {
    return t("conflict");
  },
  get other() {
    return t("notSaved");
  },
};

function readSchema(text: string): { schema: Record<string, unknown> | null } | { problem: string } {
  if (text.trim() === "") return { schema: null };
  try {
    const read = propsSchema.safeParse(JSON.parse(text));
    return read.success
      ? { schema: read.data }
      : { problem: read.error.issues[0]?.message ?? t("schemaObject") };
  } catch (error) {
    return { problem: t("invalidJson", { message: error instanceof Error ? error.message : "" }) };
  }
}
