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
      title={`Description and props of ${name}`}
      about="The agent reads them before it uses the component."
      action="Save"
      isDisabled={isPending}
      problem={
        trouble && `${TROUBLE_MESSAGES[trouble.kind]}${"message" in trouble ? ` ${trouble.message}` : ""}`
      }
      actions={
        trouble?.kind === "gate" && (
          <Button variant="outline" aria-disabled={isPending} onClick={() => !isPending && save(true)}>
            Save anyway
          </Button>
        )
      }
      onSubmit={() => save()}
      onClose={onClose}
    >
      <TextField
        label="Description"
        value={description}
        onText={setDescription}
        isLong
        isRequired
        error={wrong.description}
      />
      <TextField
        label="Props, as a JSON Schema"
        value={schema}
        onText={setSchema}
        isLong
        error={wrong.schema}
        hint="Leave empty to accept any props without a check."
        spellCheck={false}
        className="max-h-80 min-h-40 font-mono text-meta/[18px] max-md:text-field"
      />
    </FormDialog>
  );
}

const TROUBLE_MESSAGES: Record<Trouble["kind"], string> = {
  compile: "Not saved: the code does not compile.",
  gate: "Not saved: it failed its test with these props.",
  conflict:
    "Not saved: another version went live in the meantime. Close this and look at that version first.",
  other: "Not saved.",
};

function readSchema(text: string): { schema: Record<string, unknown> | null } | { problem: string } {
  if (text.trim() === "") return { schema: null };
  try {
    const read = propsSchema.safeParse(JSON.parse(text));
    return read.success
      ? { schema: read.data }
      : { problem: read.error.issues[0]?.message ?? "A schema is an object" };
  } catch (error) {
    return { problem: `Invalid JSON: ${error instanceof Error ? error.message : "it cannot be read"}` };
  }
}
