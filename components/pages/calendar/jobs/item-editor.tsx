"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { TextField } from "@/components/draw/editor/text-field";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { t as calendarText } from "@/lib/shared/i18n/en/calendar";
import { t } from "@/lib/shared/i18n/en/calendarJobs";
import { t as common } from "@/lib/shared/i18n/en/common";
import { changeItem, createItem, type Item } from "./api";
import { type Draft, draftOf, fieldsOf, missingIn } from "./item-draft";
import { KindFields } from "./kind-fields";
import { useKeepItem } from "./use-items";
import { WebhookAddress } from "./webhook-address";

type ItemEditorProps = {
  item?: Item;
  /** Default time zone of a new item. */
  timeZone: string;
  onClose: () => void;
};

export function ItemEditor({ item, timeZone, onClose }: ItemEditorProps) {
  const [draft, setDraft] = useState(() => draftOf(item, timeZone));
  const [missing, setMissing] = useState<ReadonlyMap<string, string>>(new Map());
  /** A webhook that the user just created. The dialog stays open to show its URL. */
  const [made, setMade] = useState<Item>();
  const keep = useKeepItem();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (wanted: Draft) =>
      item ? changeItem(item, fieldsOf(wanted)) : createItem(wanted.kind, fieldsOf(wanted)),
    onSuccess: (now) => {
      keep(now);
      if (!item && now.kind === "webhook") setMade(now);
      else onClose();
    },
  });
  const wrong = missing.size > 0 ? missing : fieldErrors(error);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = () => {
    const found = missingIn(draft);
    setMissing(found);
    if (found.size === 0) mutate(draft);
  };
  return (
    <FormDialog
      title={made ? common("address") : item ? t("edit", { name: item.name }) : t("newJob")}
      about={made ? t("addressHint") : t("editorHint")}
      action={item ? common("save") : common("create")}
      isDisabled={isPending}
      problem={error && calendarText("notSaved", { error: failureText(error) })}
      result={
        made?.kind === "webhook" && made.url ? (
          <>
            <WebhookAddress url={made.url} />
            <Button className="self-start" onClick={onClose}>
              {common("done")}
            </Button>
          </>
        ) : undefined
      }
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={common("name")}
        value={draft.name}
        onText={(name) => change({ name })}
        isRequired
        error={wrong.get("name")}
        maxLength={100}
        autoComplete="off"
      />
      <TextField
        label={t("instruction")}
        value={draft.instruction}
        onText={(instruction) => change({ instruction })}
        isLong
        isRequired
        error={wrong.get("instruction")}
        maxLength={10_000}
      />
      <KindFields draft={draft} onChange={change} isNew={!item} wrong={wrong} />
    </FormDialog>
  );
}
