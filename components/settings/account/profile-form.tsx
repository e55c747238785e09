"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/signIn";
import type { Member } from "@/lib/shared/members/members";
import { changeMe, refetchMe } from "./api";

export function ProfileForm({ member }: { member: Member }) {
  const id = useId();
  const client = useQueryClient();
  const [name, setName] = useState(member.name);
  const [email, setEmail] = useState(member.email ?? "");
  const change = {
    ...(name.trim() !== member.name && { name }),
    ...(email.trim() !== (member.email ?? "") && { email }),
  };
  const isChanged = Object.keys(change).length > 0;
  const save = useMutation({ mutationFn: () => changeMe(change), onSuccess: () => refetchMe(client) });
  const problems = fieldErrors(save.error);
  const problem = save.error && problems.size === 0 ? failureText(save.error) : null;
  const note =
    problem !== null
      ? { isGood: false, message: problem }
      : save.isSuccess && !isChanged
        ? { isGood: true, message: t("saved") }
        : null;
  return (
    <TitledCard title={t("account")} about={t("accountAbout")} action={<Note note={note} />}>
      <form
        noValidate
        className="flex max-w-80 flex-col gap-4 max-md:max-w-none"
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && !save.isPending) save.mutate();
        }}
      >
        <Field>
          <FieldLabel htmlFor={`${id}-name`}>{t("name")}</FieldLabel>
          <Input
            id={`${id}-name`}
            value={name}
            maxLength={100}
            autoComplete="name"
            aria-invalid={problems.has("name")}
            aria-describedby={`${id}-name-error`}
            onChange={({ target }) => setName(target.value)}
          />
          <FieldError id={`${id}-name-error`}>{problems.get("name")}</FieldError>
        </Field>
        <Field>
          <FieldLabel htmlFor={`${id}-email`}>{t("email")}</FieldLabel>
          <Input
            id={`${id}-email`}
            type="email"
            value={email}
            maxLength={254}
            autoComplete="email"
            aria-invalid={problems.has("email")}
            aria-describedby={`${id}-email-error`}
            onChange={({ target }) => setEmail(target.value)}
          />
          <FieldError id={`${id}-email-error`}>{problems.get("email")}</FieldError>
        </Field>
        <Button type="submit" className="self-start max-md:h-11" aria-disabled={!isChanged || save.isPending}>
          {common("save")}
        </Button>
      </form>
    </TitledCard>
  );
}
