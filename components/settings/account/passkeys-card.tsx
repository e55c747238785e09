"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { Field, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { Question } from "@/components/ui/kit/dialogs/question";
import { usePasskeyAddress } from "@/components/ui/kit/hooks/use-passkey-address";
import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/signIn";
import type { PasskeyView } from "@/lib/shared/members/sign-in";
import { addPasskey, refetchMe, removePasskey, renamePasskey } from "./api";

export function PasskeysCard({ passkeys }: { passkeys: PasskeyView[] }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<{ kind: "rename" | "remove"; passkey: PasskeyView }>();
  const list = useRef<HTMLDivElement>(null);
  const add = useMutation({ mutationFn: addPasskey, onSuccess: () => refetchMe(client) });
  const elsewhere = usePasskeyAddress();
  const close = () => setOpen(undefined);
  const note = add.error ? { isGood: false, message: failureText(add.error) } : null;
  return (
    <TitledCard title={t("passkeys")} about={t("passkeysAbout")} action={<Note note={note} />}>
      <div ref={list} tabIndex={-1} className="flex flex-col gap-3 outline-none">
        {passkeys.length > 0 && (
          <ul className="flex flex-col divide-y divide-line">
            {passkeys.map((passkey) => (
              <Row
                key={passkey.id}
                passkey={passkey}
                onRename={() => setOpen({ kind: "rename", passkey })}
                onRemove={() => setOpen({ kind: "remove", passkey })}
              />
            ))}
          </ul>
        )}
        {elsewhere === null ? (
          <Button
            variant="outline"
            className="self-start max-md:h-11"
            aria-disabled={add.isPending}
            onClick={() => add.isPending || add.mutate()}
          >
            {t("addPasskey")}
          </Button>
        ) : (
          <p className="text-ink-2">{t("passkeyNeedsName", { address: elsewhere })}</p>
        )}
      </div>
      {open?.kind === "rename" && <Rename passkey={open.passkey} onClose={close} />}
      {open?.kind === "remove" && (
        // Move the focus, because the focused button unmounts with its row.
        <Remove passkey={open.passkey} onClose={close} onRemoved={() => list.current?.focus()} />
      )}
    </TitledCard>
  );
}

type RowProps = { passkey: PasskeyView; onRename: () => void; onRemove: () => void };

function Row({ passkey: { name, createdAt, lastUsedAt }, onRename, onRemove }: RowProps) {
  const now = new Date().toISOString();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-48 flex-col">
        <span className="wrap-anywhere">{name}</span>
        <span className="text-meta text-ink-3">
          {lastUsedAt
            ? t.rich("passkeyUsed", { used: () => <When key="used" at={lastUsedAt} now={now} /> })
            : t.rich("passkeyNeverUsed", { made: () => <When key="made" at={createdAt} now={now} /> })}
        </span>
      </div>
      <Button variant="ghost" size="sm" aria-label={t("renamePasskey", { name })} onClick={onRename}>
        {t("rename")}
      </Button>
      <Button variant="outline" size="sm" aria-label={t("removePasskey", { name })} onClick={onRemove}>
        {common("remove")}
      </Button>
    </li>
  );
}

type DialogProps = { passkey: PasskeyView; onClose: () => void };

function Rename({ passkey, onClose }: DialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    mutationFn: () => renamePasskey(passkey.id, name),
    onSuccess: async () => {
      await refetchMe(client);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("renamePasskey", { name: passkey.name })}
      about={t("passkeysAbout")}
      action={t("rename")}
      isDisabled={rename.isPending || name.trim() === ""}
      problem={rename.error && failureText(rename.error)}
      onSubmit={rename.mutate}
      onClose={onClose}
    >
      <Field>
        <FieldLabel htmlFor="passkey-name">{t("passkeyName")}</FieldLabel>
        <Input
          id="passkey-name"
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
    </FormDialog>
  );
}

function Remove({ passkey, onClose, onRemoved }: DialogProps & { onRemoved: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removePasskey(passkey.id),
    onSuccess: async () => {
      await refetchMe(client);
      onClose();
      onRemoved();
    },
  });
  return (
    <Question
      title={t("removePasskeyTitle", { name: passkey.name })}
      about={t("removePasskeyAbout")}
      verb={common("remove")}
      problem={remove.error && failureText(remove.error)}
      isBusy={remove.isPending}
      onYes={remove.mutate}
      onClose={onClose}
    />
  );
}
