"use client";

import { useRef, useState } from "react";
import { type Trouble, troubleOf } from "@/components/client/versions/trouble";
import { TextField } from "@/components/draw/editor/text-field";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "@/components/ui/dialog";
import type { Component } from "@/lib/shared/components/contract";
import { componentDescription, propsSchema } from "@/lib/shared/components/fields";
import { changeComponent } from "./api";

type DetailsDialogProps = {
  component: Component;
  onSaved: (component: Component) => void;
  onClose: () => void;
};

/** What the agent reads of a component before it uses it: what it is for, and what it is given. */
export function DetailsDialog({ component, onSaved, onClose }: DetailsDialogProps) {
  const { name, version } = component;
  const [description, setDescription] = useState(component.description);
  const [schema, setSchema] = useState(() =>
    component.props_schema ? JSON.stringify(component.props_schema, null, 2) : "",
  );
  const [wrong, setWrong] = useState<{ description?: string; schema?: string }>({});
  const [trouble, setTrouble] = useState<Trouble>();
  const isBusy = useRef(false);

  const save = async (accept?: boolean) => {
    if (isBusy.current) return;
    const said = componentDescription.safeParse(description);
    const given = readSchema(schema);
    setWrong({
      description: said.error?.issues[0]?.message,
      schema: "problem" in given ? given.problem : undefined,
    });
    if (!said.success || "problem" in given) return;
    isBusy.current = true;
    try {
      const change = { description: said.data, props_schema: given.schema, version, accept };
      onSaved(await changeComponent(name, change));
      onClose();
    } catch (error) {
      setTrouble(troubleOf(error));
    } finally {
      isBusy.current = false;
    }
  };

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="flex flex-col gap-4">
        <div className="flex flex-col gap-1 pr-10">
          <DialogTitle>Description and props of {name}</DialogTitle>
          <DialogDescription>The agent reads them before it uses the component.</DialogDescription>
        </div>
        <form
          noValidate
          className="flex min-h-0 flex-col gap-4 overflow-y-auto"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
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
          <p role="status" className="text-danger wrap-anywhere empty:hidden">
            {trouble && WORDS[trouble.kind]}
            {trouble && "message" in trouble && ` ${trouble.message}`}
          </p>
          <DialogFooter>
            <Button type="submit">Save</Button>
            {trouble?.kind === "gate" && (
              <Button variant="outline" onClick={() => void save(true)}>
                Save it all the same
              </Button>
            )}
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

const WORDS: Record<Trouble["kind"], string> = {
  compile: "Not saved: the code does not compile.",
  gate: "Not saved: with these props it did not work when it was tried out.",
  conflict: "Not saved: another version went live meanwhile. Close this, and look at it first.",
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
    return { problem: `This is no JSON: ${error instanceof Error ? error.message : "it cannot be read"}` };
  }
}
