"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/kit/agent-base";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { Note, type NoteState } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
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
    <TitledCard title="Password" about={ABOUT[source ?? "none"]} action={<Note note={note} />}>
      {source === null && (
        <PasswordForm
          hasCurrent={false}
          verb="Set password"
          onSaved={() => done("settings", "Set. This browser stays signed in.")}
        />
      )}
      {source === "settings" && open !== "change" && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" className="max-md:h-11" onClick={() => setOpen("change")}>
            Change
          </Button>
          <Button variant="ghost" className="max-md:h-11" onClick={() => setOpen("remove")}>
            Remove
          </Button>
        </div>
      )}
      {source === "settings" && open === "change" && (
        <PasswordForm
          hasCurrent
          verb="Change password"
          onSaved={() => done("settings", "Changed. Other browsers are signed out.")}
        >
          <Button type="button" variant="ghost" className="max-md:h-11" onClick={() => setOpen(null)}>
            Cancel
          </Button>
        </PasswordForm>
      )}
      {open === "remove" && (
        <RemoveDialog onClose={() => setOpen(null)} onRemoved={() => done(null, "Removed.")} />
      )}
    </TitledCard>
  );
}

const ABOUT = {
  none: "Not set. Anyone who can use this machine can open Easel. Sharing needs a password.",
  settings: "Set. Changing it signs out every other browser.",
  environment: "Set by EASEL_PASSWORD. To change it, edit the variable and restart Easel.",
};

function RemoveDialog({ onClose, onRemoved }: { onClose: () => void; onRemoved: () => void }) {
  const [current, setCurrent] = useState("");
  const remove = useMutation({ mutationFn: () => removePassword(current), onSuccess: onRemoved });
  return (
    <FormDialog
      title="Remove the password?"
      about="Anyone who can use this machine can then open Easel. Shared links stop working."
      action="Remove"
      isDisabled={remove.isPending || current === ""}
      problem={remove.error && failureText(remove.error)}
      onSubmit={remove.mutate}
      onClose={onClose}
    >
      <UserName />
      <PasswordField
        label="Current password"
        kind="current-password"
        value={current}
        onChange={({ target }) => setCurrent(target.value)}
      />
    </FormDialog>
  );
}
