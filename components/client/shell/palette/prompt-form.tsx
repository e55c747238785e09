"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field-error";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { t } from "@/lib/shared/i18n/en/shellPalette";
import type { ChosenPrompt } from "./use-server-prompts";

type PromptFormProps = {
  chosen: ChosenPrompt;
  onFill: (values: Record<string, string>) => Promise<string | undefined>;
  onClose: () => void;
};

export function PromptForm({ chosen: { server, prompt }, onFill, onClose }: PromptFormProps) {
  const [values, setValues] = useState<Record<string, string>>({});
  const [isFilling, setIsFilling] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async () => {
    if (isFilling) return;
    setIsFilling(true);
    const failed = await onFill(
      Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")),
    );
    setIsFilling(false);
    setProblem(failed);
    if (failed === undefined) onClose();
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent {...(prompt.description ? {} : { "aria-describedby": undefined })}>
        <DialogHeader>
          <DialogTitle>
            {server.title}: {prompt.title}
          </DialogTitle>
          {prompt.description && <DialogDescription>{prompt.description}</DialogDescription>}
        </DialogHeader>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {prompt.arguments.map(({ name, title, description, required }, at) => (
            <div key={name} className="flex flex-col gap-1">
              <Label htmlFor={`prompt-argument-${at}`}>{required ? title : t("optional", { title })}</Label>
              <Input
                id={`prompt-argument-${at}`}
                required={required}
                maxLength={8_000}
                value={values[name] ?? ""}
                aria-describedby={description ? `prompt-argument-${at}-about` : undefined}
                onChange={({ target }) => setValues((all) => ({ ...all, [name]: target.value }))}
              />
              {description && (
                <p id={`prompt-argument-${at}-about`} className="text-meta text-ink-3">
                  {description}
                </p>
              )}
            </div>
          ))}
          <FieldError role="alert">{problem}</FieldError>
          <div>
            <Button type="submit" disabled={isFilling}>
              {t("insert")}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
