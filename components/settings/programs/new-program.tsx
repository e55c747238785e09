"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { fieldErrors, wordsOf } from "../api";
import { Note } from "../note";
import { Card } from "../settings-page";
import { createToken, TOKENS } from "./api";
import { MadeProgram } from "./made-program";
import { ToolChoice } from "./tool-choice";

/** The form that lets a program in, and then its token, which is shown this once. */
export function NewProgram(reached: { address: string; bridge: string }) {
  const id = useId();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [isAll, setIsAll] = useState(true);
  const [tools, setTools] = useState<readonly string[]>([]);
  const create = useMutation({
    mutationFn: () => createToken({ name, tools: isAll ? "*" : [...tools] }),
    onSuccess: () => client.invalidateQueries({ queryKey: TOKENS }),
  });
  const startOver = () => {
    create.reset();
    setName("");
    setIsAll(true);
    setTools([]);
  };
  const problems = fieldErrors(create.error);
  const [nameProblem, toolsProblem] = [problems.get("name"), problems.get("tools")];
  const problem = create.error && !nameProblem && !toolsProblem ? wordsOf(create.error) : null;

  if (create.data)
    return <MadeProgram {...reached} name={name.trim()} token={create.data.token} onDone={startOver} />;
  return (
    <Card
      title="Let a program in"
      about="An editor, an assistant or a script that speaks MCP. Your policies hold for it, and the audit shows what it did."
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (create.isPending) return;
          if (name.trim()) create.mutate();
          else field.current?.focus();
        }}
      >
        <div className="flex max-w-80 flex-col gap-1">
          <Label htmlFor={`${id}-name`}>Name of the program</Label>
          <Input
            ref={field}
            id={`${id}-name`}
            value={name}
            maxLength={60}
            autoComplete="off"
            aria-invalid={nameProblem !== undefined}
            aria-describedby={nameProblem && `${id}-name-problem`}
            onChange={(event) => setName(event.target.value)}
          />
          {nameProblem && <FieldError id={`${id}-name-problem`}>{nameProblem}</FieldError>}
        </div>
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="mb-1 text-ui font-medium">What it may use</legend>
          <RadioGroup
            aria-label="What it may use"
            value={isAll ? "all" : "some"}
            onValueChange={(value) => setIsAll(value === "all")}
          >
            <Choice id={`${id}-all`} value="all" label="All tools" about="Also those that come later." />
            <Choice id={`${id}-some`} value="some" label="Only some" about="Those that you choose here." />
          </RadioGroup>
          {!isAll && <ToolChoice chosen={tools} onChoose={setTools} />}
          {toolsProblem && <FieldError>{toolsProblem}</FieldError>}
        </fieldset>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            type="submit"
            aria-disabled={create.isPending || !name.trim() || (!isAll && tools.length === 0)}
          >
            Make a token
          </Button>
          <Note note={problem === null ? null : { isGood: false, words: problem }} />
        </div>
      </form>
    </Card>
  );
}

function Choice({ id, value, label, about }: { id: string; value: string; label: string; about: string }) {
  return (
    <div className="flex gap-2.5 max-md:gap-3 max-md:py-1.5">
      <RadioGroupItem id={id} value={value} aria-describedby={`${id}-about`} className="mt-0.5" />
      <div className="flex min-w-0 flex-col">
        <Label htmlFor={id} className="max-md:text-prose">
          {label}
        </Label>
        <p id={`${id}-about`} className="text-ink-2">
          {about}
        </p>
      </div>
    </div>
  );
}
