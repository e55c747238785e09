"use client";

import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
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
import { collectionName } from "@/lib/shared/documents";
import { createCollection } from "./api";

const PREFIX = "ai_";

/** A collection that the person begins, under a name that the agent may write. */
export function NewCollection({ onMade }: { onMade: (name: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const name = text.startsWith(PREFIX) ? text : `${PREFIX}${text}`;
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: () => createCollection(name),
    onSuccess: () => {
      open(false);
      onMade(name);
    },
  });
  const problem = collectionName.safeParse(name).success ? undefined : "Letters, digits and _, at most 61";
  const open = (isOpening: boolean) => {
    setIsOpen(isOpening);
    setText("");
    setIsChecked(false);
    reset();
  };
  return (
    <>
      <Button
        variant="ghost"
        className="justify-start gap-2.5 px-2 font-normal text-ink-2"
        onClick={() => open(true)}
      >
        <Plus aria-hidden />
        New collection
      </Button>
      <Dialog open={isOpen} onOpenChange={open}>
        <DialogContent>
          <form
            noValidate
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              setIsChecked(true);
              if (!problem && !isPending) mutate();
            }}
          >
            <div className="flex flex-col gap-1 pr-10">
              <DialogTitle>New collection</DialogTitle>
              <DialogDescription>
                The agent can read and write it, too. Its name begins with ai_.
              </DialogDescription>
            </div>
            <TextField
              label="Name"
              value={text}
              onText={(given) =>
                setText(
                  given
                    .trim()
                    .toLowerCase()
                    .replaceAll(/[\s-]+/g, "_"),
                )
              }
              isRequired
              error={(isChecked ? problem : undefined) ?? (error ? failureText(error) : undefined)}
              hint={`Such as books, which becomes ${PREFIX}books`}
              maxLength={64}
              className="font-mono"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <DialogFooter>
              <DialogClose asChild>
                <Button variant="outline">Cancel</Button>
              </DialogClose>
              <Button type="submit" aria-disabled={isPending}>
                Make it
              </Button>
            </DialogFooter>
          </form>
        </DialogContent>
      </Dialog>
    </>
  );
}
