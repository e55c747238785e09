"use client";

import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { TextField } from "@/components/draw/editor/text-field";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { collectionName } from "@/lib/shared/data/documents";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/dataDocuments";
import { createCollection } from "./api";

const PREFIX = "ai_";

/** Creates a collection. Its name gets a prefix, without which the agent could not write to it. */
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
  const problem = collectionName.safeParse(name).success ? undefined : t("nameRule");
  const open = (isOpening: boolean) => {
    setIsOpen(isOpening);
    setText("");
    setIsChecked(false);
    reset();
  };
  return (
    <>
      <Button variant="outline" onClick={() => open(true)}>
        <Plus aria-hidden />
        {t("newCollection")}
      </Button>
      {isOpen && (
        <FormDialog
          title={t("newCollection")}
          about={t("namePrefix", { prefix: PREFIX })}
          action={common("create")}
          isDisabled={isPending}
          onSubmit={() => {
            setIsChecked(true);
            if (!problem) mutate();
          }}
          onClose={() => open(false)}
        >
          <TextField
            label={common("name")}
            value={text}
            onText={(typed) =>
              setText(
                typed
                  .trim()
                  .toLowerCase()
                  .replaceAll(/[\s-]+/g, "_"),
              )
            }
            isRequired
            error={(isChecked ? problem : undefined) ?? (error ? failureText(error) : undefined)}
            maxLength={64}
            className="font-mono"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </FormDialog>
      )}
    </>
  );
}
