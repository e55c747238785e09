"use client";

import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { changeComponent, createComponent } from "@/components/client/components";
import { ApiError } from "@/components/client/request";
import { troubleOf, troubleText } from "@/components/client/versions/trouble";
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { notifyProblem } from "@/components/ui/kit/notify";
import type { ComponentFile } from "@/lib/shared/components/fields";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/library";
import { readComponentFile } from "./component-file";

type Question = { file: ComponentFile; isTaken: boolean; failure?: string };

export function ImportButton({ onImported }: { onImported: (name: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [question, setQuestion] = useState<Question>();
  const isBusy = useRef(false);

  const take = async (file: ComponentFile, isTaken: boolean, accept: boolean) => {
    const { easel: _, name, ...fields } = file;
    try {
      if (isTaken) await changeComponent(name, { props_schema: null, ...fields, accept });
      else await createComponent({ name, ...fields }, accept);
      setQuestion(undefined);
      onImported(name);
    } catch (error) {
      const trouble = troubleOf(error);
      if (error instanceof ApiError && error.status === 409) setQuestion({ file, isTaken: true });
      else if (trouble.kind === "gate") setQuestion({ file, isTaken, failure: trouble.message });
      else {
        setQuestion(undefined);
        void notifyProblem(t("notImported", { name, problem: troubleText(error) }));
      }
    }
  };
  const agree = async ({ file, isTaken, failure }: Question) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await take(file, isTaken, failure !== undefined);
    } finally {
      isBusy.current = false;
    }
  };
  const choose = async (chosen: File) => {
    const read = await readComponentFile(chosen);
    if ("problem" in read) void notifyProblem(t("notImported", { name: chosen.name, problem: read.problem }));
    else await take(read.file, false, false);
  };

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t("fileInput")}
        className="hidden"
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) void choose(chosen);
          // Allow choosing the same file again.
          target.value = "";
        }}
      />
      <Button variant="outline" onClick={() => input.current?.click()}>
        <FileUp aria-hidden />
        <span className="max-md:sr-only">{t("import")}</span>
      </Button>
      <AlertDialog open={question !== undefined} onOpenChange={(isOpen) => !isOpen && setQuestion(undefined)}>
        <AlertDialogContent>
          {question && <QuestionText question={question} />}
          <AlertDialogFooter>
            <AlertDialogCancel>{common("cancel")}</AlertDialogCancel>
            <AlertDialogAction
              onClick={(event) => {
                // Keep the dialog open until the server has responded.
                event.preventDefault();
                if (question) void agree(question);
              }}
            >
              {question?.failure === undefined ? t("saveAsNext") : t("importAnyway")}
            </AlertDialogAction>
          </AlertDialogFooter>
        </AlertDialogContent>
      </AlertDialog>
    </>
  );
}

function QuestionText({ question: { file, failure } }: { question: Question }) {
  const isNew = failure === undefined;
  return (
    <div className="flex flex-col gap-1">
      <AlertDialogTitle>
        {isNew ? t("exists", { name: file.name }) : t("importFailed", { name: file.name })}
      </AlertDialogTitle>
      <AlertDialogDescription className="wrap-anywhere">
        {isNew ? t("existsHint") : failure}
      </AlertDialogDescription>
    </div>
  );
}
