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
    <TitledCard
      title="WhatsApp contacts"
      about="The agent answers only these, without your memory or data, at most 20 times a day and never in groups."
    >
      <div className="flex flex-col gap-5">
        {error && <p role="alert">Could not load the contacts. {failureText(error)}</p>}
        {!data && !error && <Skeleton className="h-20" aria-label="Loading the contacts" />}
        {data?.length === 0 && <p className="text-ink-2">No contact has rights yet.</p>}
        <ul aria-label="Contacts" className="flex flex-col divide-y divide-line empty:hidden">
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
        {change.error && <p role="alert">Not changed. {failureText(change.error)}</p>}
        <AddContact />
      </div>
      {leaving && (
        <Question
          title={`Remove ${nameOf(leaving)}?`}
          about="The agent no longer reads and answers them. Messages stay in the list below."
          verb="Remove"
          problem={remove.error && `Not removed. ${failureText(remove.error)}`}
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
          {display_name && `${phone}, `}set by{" "}
          {granted_by === "agent" ? "the agent, which you allowed" : "you"} <When at={updated_at} now={now} />
        </span>
      </div>
      <label htmlFor={`${id}-read`} className="flex items-center gap-2">
        <Switch
          id={`${id}-read`}
          checked={can_read}
          aria-label={`${nameOf(contact)} may be read`}
          onCheckedChange={(to) => onChange({ can_read: to })}
        />
        Read
      </label>
      <label htmlFor={`${id}-reply`} className="flex items-center gap-2">
        <Switch
          id={`${id}-reply`}
          checked={can_reply}
          aria-label={`${nameOf(contact)} is answered`}
          onCheckedChange={(to) => onChange({ can_reply: to })}
        />
        Answer
      </label>
      <Button variant="outline" size="sm" aria-label={`Remove ${nameOf(contact)}`} onClick={onRemove}>
        Remove
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
      aria-label="Add a contact"
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending && phone.trim()) add.mutate();
      }}
    >
      <Field className="w-56">
        <FieldLabel htmlFor={`${id}-phone`}>Number with country code</FieldLabel>
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
        <FieldLabel htmlFor={`${id}-name`}>Name</FieldLabel>
        <Input
          id={`${id}-name`}
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="outline" aria-disabled={add.isPending || !phone.trim()}>
        Allow reading
      </Button>
      <FieldError id={`${id}-problem`} className="basis-full">
        {problem}
      </FieldError>
    </form>
  );
}
