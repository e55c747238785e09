"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText, fieldErrors } from "@/components/client/failure";
import { When } from "@/components/client/versions/when";
import { Button } from "@/components/ui/button";
import { Field, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Question } from "@/components/ui/kit/dialogs/question";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsChannels";
import type { PermissionView } from "@/lib/shared/whatsapp";
import { permissionsQuery, removePermission, setPermission } from "./api";

type Change = { phone: string; display_name?: string; can_read?: boolean; can_reply?: boolean };

export function Contacts() {
  const client = useQueryClient();
  const { data, error } = useQuery(permissionsQuery);
  const [leaving, setLeaving] = useState<PermissionView>();
  const renew = () => client.invalidateQueries({ queryKey: permissionsQuery.queryKey });
  const change = useMutation({
    mutationFn: ({ phone, ...rest }: Change) => setPermission(phone, rest),
    onSettled: renew,
  });
  const remove = useMutation({
    mutationFn: removePermission,
    onSuccess: async () => {
      await renew();
      setLeaving(undefined);
    },
  });
  const now = new Date().toISOString();
  return (
    <TitledCard title={t("contacts")} about={t("contactsHint")}>
      <div className="flex flex-col gap-5">
        {error && <p role="alert">{clientText("loadFailed", { error: failureText(error) })}</p>}
        {!data && !error && <Skeleton className="h-20" aria-label={common("loading")} />}
        {data?.length === 0 && <p className="text-ink-2">{clientText("none")}</p>}
        <ul aria-label={common("contacts")} className="flex flex-col divide-y divide-line empty:hidden">
          {data?.map((one) => (
            <Contact
              key={one.phone}
              contact={one}
              now={now}
              onChange={(rights) => change.mutate({ phone: one.phone, ...rights })}
              onRemove={() => {
                remove.reset();
                setLeaving(one);
              }}
            />
          ))}
        </ul>
        {change.error && <p role="alert">{clientText("failed", { error: failureText(change.error) })}</p>}
        <AddContact />
      </div>
      {leaving && (
        <Question
          title={t("removeName", { name: nameOf(leaving) })}
          about={t("removeHint")}
          verb={common("remove")}
          problem={remove.error && clientText("failed", { error: failureText(remove.error) })}
          isBusy={remove.isPending}
          onYes={() => remove.mutate(leaving.phone)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </TitledCard>
  );
}

const nameOf = ({ display_name, phone }: PermissionView) => display_name || phone;

type ContactProps = {
  contact: PermissionView;
  now: string;
  onChange: (rights: Omit<Change, "phone">) => void;
  onRemove: () => void;
};

function Contact({ contact, now, onChange, onRemove }: ContactProps) {
  const { phone, display_name, can_read, can_reply, granted_by, updated_at } = contact;
  const id = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3 first:pt-0">
      <div className="flex min-w-40 flex-1 flex-col">
        <span className="font-medium wrap-anywhere">{display_name || phone}</span>
        <span className="text-meta text-ink-3">
          {display_name && `${phone}, `}
          {t.rich("setBy", { by: granted_by, when: () => <When at={updated_at} now={now} /> })}
        </span>
      </div>
      <label htmlFor={`${id}-read`} className="flex items-center gap-2">
        <Switch
          id={`${id}-read`}
          checked={can_read}
          aria-label={t("mayBeRead", { name: nameOf(contact) })}
          onCheckedChange={(to) => onChange({ can_read: to })}
        />
        {t("read")}
      </label>
      <label htmlFor={`${id}-reply`} className="flex items-center gap-2">
        <Switch
          id={`${id}-reply`}
          checked={can_reply}
          aria-label={t("isAnswered", { name: nameOf(contact) })}
          onCheckedChange={(to) => onChange({ can_reply: to })}
        />
        {t("answer")}
      </label>
      <Button
        variant="outline"
        size="sm"
        aria-label={t("removeName", { name: nameOf(contact) })}
        onClick={onRemove}
      >
        {common("remove")}
      </Button>
    </li>
  );
}

function AddContact() {
  const id = useId();
  const client = useQueryClient();
  const [phone, setPhone] = useState("");
  const [name, setName] = useState("");
  const add = useMutation({
    mutationFn: () => setPermission(phone.trim(), { display_name: name.trim(), can_read: true }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: permissionsQuery.queryKey });
      setPhone("");
      setName("");
    },
  });
  const problem = add.error && (fieldErrors(add.error).get("phone") ?? failureText(add.error));
  return (
    <form
      noValidate
      aria-label={t("addContact")}
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending && phone.trim()) add.mutate();
      }}
    >
      <Field className="w-56">
        <FieldLabel htmlFor={`${id}-phone`}>{t("phone")}</FieldLabel>
        <Input
          id={`${id}-phone`}
          type="tel"
          value={phone}
          placeholder="+49 170 1234567"
          autoComplete="off"
          aria-invalid={Boolean(problem)}
          aria-describedby={`${id}-problem`}
          onChange={(event) => {
            setPhone(event.target.value);
            add.reset();
          }}
        />
      </Field>
      <Field className="w-44">
        <FieldLabel htmlFor={`${id}-name`}>{common("name")}</FieldLabel>
        <Input
          id={`${id}-name`}
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="outline" aria-disabled={add.isPending || !phone.trim()}>
        {t("allowReading")}
      </Button>
      <FieldError id={`${id}-problem`} className="basis-full">
        {problem}
      </FieldError>
    </form>
  );
}
