"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { TextField } from "@/components/draw/editor/text-field";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { t } from "@/lib/shared/i18n/en/calendars";
import { addAccount } from "./calendars-api";
import { DEFAULT_MINUTES, IntervalField } from "./interval-field";

/** Subscribes to an iCalendar file. */
export function AddFeed({ onDone }: { onDone: () => void }) {
  const [url, setUrl] = useState("");
  const [name, setName] = useState("");
  const [minutes, setMinutes] = useState<number>(DEFAULT_MINUTES.feed);
  const add = useMutation({
    mutationFn: () =>
      addAccount({ kind: "feed", url, everyMinutes: minutes, ...(name.trim() && { name: name.trim() }) }),
    onSuccess: onDone,
  });
  return (
    <FormDialog
      title={t("addFeed")}
      about={t("feedHint")}
      action={t("subscribe")}
      isDisabled={add.isPending || url.trim() === ""}
      problem={add.error && failureText(add.error)}
      onSubmit={() => add.mutate()}
      onClose={onDone}
    >
      <TextField
        label={t("feedAddress")}
        value={url}
        isRequired
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onText={setUrl}
      />
      <TextField label={t("nameOptional")} value={name} autoComplete="off" onText={setName} />
      <IntervalField minutes={minutes} onMinutes={setMinutes} />
    </FormDialog>
  );
}
