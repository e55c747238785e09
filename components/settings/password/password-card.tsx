"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/kit/agent-base";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { Note, type NoteState } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsPassword";
import type { PasswordSource } from "@/lib/shared/sessions";
import { removePassword } from "./api";
import { PasswordField, UserName } from "./password-field";
import { PasswordForm } from "./password-form";

export function PasswordCard({ source: initial }: { source: PasswordSource }) {
  const router = useRouter();
  const [source, setSource] = useState(initial);
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  const [note, setNote] = useState<NoteState | null>(null);
  const done = (source: PasswordSource, message: string) => {
    setSource(source);
    setOpen(null);
    setNote({ isGood: true, message });
    // The shell and the list of signed-in browsers are drawn by the server.
    router.refresh();
  };
  return (
    <TitledCard title={t("password")} about={ABOUT[source ?? "none"]} action={<Note note={note} />}>
      {source === null && (
        <PasswordForm hasCurrent={false} verb={t("set")} onSaved={() => done("settings", t("wasSet"))} />
      )}
      {source === "settings" && open !== "change" && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" className="max-md:h-11" onClick={() => setOpen("change")}>
            {common("change")}
          </Button>
          <Button variant="ghost" className="max-md:h-11" onClick={() => setOpen("remove")}>
            {common("remove")}
          </Button>
        </div>
      )}
      {source === "settings" && open === "change" && (
        <PasswordForm hasCurrent verb={t("change")} onSaved={() => done("settings", t("changed"))}>
          <Button type="button" variant="ghost" className="max-md:h-11" onClick={() => setOpen(null)}>
            {common("cancel")}
          </Button>
        </PasswordForm>
      )}
      {open === "remove" && (
        <RemoveDialog onClose={() => setOpen(null)} onRemoved={() => done(null, t("removed"))} />
      )}
    </TitledCard>
  );
}

const ABOUT = {
  get none() {
    return t("notSetAbout");
  },
  get settings() {
    return t("setAbout");
  },
  get environment() {
    return t("fromEnvironment");
  },
};

function RemoveDialog({ onClose, onRemoved }: { onClose: () => void; onRemoved: () => void }) {
  const [current, setCurrent] = useState("");
  const remove = useMutation({ mutationFn: () => removePassword(current), onSuccess: onRemoved });
  return (
    <FormDialog
      title={t("confirmRemoval")}
      about={t("removalAbout")}
      action={common("remove")}
      isDisabled={remove.isPending || current === ""}
      problem={remove.error && failureText(remove.error)}
      onSubmit={remove.mutate}
      onClose={onClose}
    >
      <UserName />
      <PasswordField
        label={t("current")}
        kind="current-password"
        value={current}
        onChange={({ target }) => setCurrent(target.value)}
      />
    </FormDialog>
  );
}
