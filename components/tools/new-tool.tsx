"use client";

import { useRouter } from "next/navigation";
import { useId, useRef, useState } from "react";
import { wordsOf } from "@/components/settings/api";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "@/components/ui/dialog";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { toolDescription, toolName } from "@/lib/shared/agent-tools/fields";
import { createOwnTool } from "./api";
import { template } from "./template";

type Wrong = { name?: string; description?: string };

/** A tool that the person writes: it begins with a few lines that work, and opens where they are changed. */
export function NewTool({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const id = useId();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [wrong, setWrong] = useState<Wrong>({});
  const [problem, setProblem] = useState<string>();
  const isBusy = useRef(false);

  const make = async () => {
    if (isBusy.current) return;
    const [named, said] = [toolName.safeParse(name.trim()), toolDescription.safeParse(description)];
    setWrong({
      name: named.error?.issues[0]?.message,
      description: said.error?.issues[0]?.message,
    });
    if (!named.success || !said.success) return;
    isBusy.current = true;
    try {
      await createOwnTool({ name: named.data, ...template(said.data) });
      router.push(`/tools/${named.data}#code`);
    } catch (error) {
      setProblem(`Not created. ${wordsOf(error)}`);
    } finally {
      isBusy.current = false;
    }
  };

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="flex flex-col gap-4">
        <div className="flex flex-col gap-1 pr-10">
          <DialogTitle>New tool</DialogTitle>
          <DialogDescription>
            JavaScript that runs in the sandbox. It begins with a few lines that work.
          </DialogDescription>
        </div>
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void make();
          }}
        >
          <Field>
            <FieldLabel htmlFor={`${id}-name`} required>
              Name
            </FieldLabel>
            <Input
              id={`${id}-name`}
              value={name}
              maxLength={64}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              aria-required
              aria-invalid={wrong.name !== undefined}
              aria-describedby={`${id}-name-hint`}
              onChange={({ target }) => setName(target.value)}
              className="font-mono"
            />
            <FieldError id={`${id}-name-hint`}>{wrong.name}</FieldError>
            {!wrong.name && (
              <FieldDescription id={`${id}-name-hint`}>
                As the agent calls it, such as loaves_to_bake.
              </FieldDescription>
            )}
          </Field>
          <Field>
            <FieldLabel htmlFor={`${id}-description`} required>
              What it does
            </FieldLabel>
            <Textarea
              id={`${id}-description`}
              value={description}
              aria-required
              aria-invalid={wrong.description !== undefined}
              aria-describedby={`${id}-description-hint`}
              onChange={({ target }) => setDescription(target.value)}
            />
            <FieldError id={`${id}-description-hint`}>{wrong.description}</FieldError>
            {!wrong.description && (
              <FieldDescription id={`${id}-description-hint`}>
                The agent chooses it by this sentence.
              </FieldDescription>
            )}
          </Field>
          <p role="status" className="text-danger wrap-anywhere empty:hidden">
            {problem}
          </p>
          <DialogFooter>
            <Button type="submit">Create</Button>
            <DialogClose asChild>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
