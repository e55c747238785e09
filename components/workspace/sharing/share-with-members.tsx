"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { MEMBERS } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { nameOf, roleName, useMembers } from "@/components/client/members";
import { jsonBody, request } from "@/components/client/request";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldError } from "@/components/ui/field-error";
import { useRights } from "@/components/ui/kit/rights";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/shared/i18n/en/members";
import { type ConversationSharing, conversationSharingView } from "@/lib/shared/members/view";

/** Lets the author choose the members who may read a conversation. Each choice is saved at once. */
export function ShareWithMembers({ conversation }: { conversation: string }) {
  const { me } = useRights();
  const { members, error: listError } = useMembers();
  const { sharing, change, error } = useSharing(conversation);
  const problem = listError ?? error;
  const others = members?.filter((one) => one.id !== me) ?? [];
  const toggle = (member: string, isOn: boolean) => {
    if (!sharing) return;
    const rest = sharing.members.filter((one) => one !== member);
    change({ ...sharing, members: isOn ? [...rest, member] : rest });
  };
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-col gap-1">
        <h3 className="font-medium">{t("sharedMembers")}</h3>
        <p className="text-ink-2">{t("shareAbout")}</p>
      </div>
      {sharing && members ? (
        <ul aria-label={t("sharing")} className="flex max-h-60 flex-col divide-y divide-line overflow-y-auto">
          <Choice isOn={sharing.everyone} onChange={(everyone) => change({ ...sharing, everyone })}>
            {t("everyoneHere")}
          </Choice>
          {others.map((member) => (
            <Choice
              key={member.id}
              isOn={sharing.everyone || sharing.members.includes(member.id)}
              isFixed={sharing.everyone}
              about={roleName(member.role)}
              onChange={(isOn) => toggle(member.id, isOn)}
            >
              {nameOf(member)}
            </Choice>
          ))}
        </ul>
      ) : (
        !problem && <Skeleton className="h-24" />
      )}
      <p className="text-meta text-ink-3">{t("needAgent")}</p>
      <FieldError role="alert">{problem ? failureText(problem) : undefined}</FieldError>
    </section>
  );
}

type ChoiceProps = {
  isOn: boolean;
  isFixed?: boolean;
  about?: string;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
};

function Choice({ isOn, isFixed, about, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <li className="flex min-h-10 items-center gap-3 py-1.5 max-md:min-h-11">
      <Checkbox
        id={id}
        checked={isOn}
        disabled={isFixed}
        onCheckedChange={(checked) => onChange(checked === true)}
      />
      <label htmlFor={id} className="min-w-0 flex-1 wrap-anywhere">
        {children}
      </label>
      {about && <span className="text-meta text-ink-3">{about}</span>}
    </li>
  );
}

/** Reads and changes the sharing of a conversation. A choice is shown before the server has stored it. */
function useSharing(id: string) {
  const client = useQueryClient();
  const queryKey = ["conversation sharing", id];
  const path = `/api/conversations/${id}/sharing`;
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      conversationSharingView.parse(await (await request(path, { signal })).json()).sharing,
    meta: { outdatedBy: (change) => change === MEMBERS || change === id },
  });
  const saving = useMutation({
    scope: { id: queryKey.join() },
    mutationFn: async (wanted: ConversationSharing) =>
      conversationSharingView.parse(
        await (await request(path, { method: "PUT", ...jsonBody(wanted) })).json(),
      ).sharing,
    onSuccess: (stored) => client.setQueryData(queryKey, stored),
  });
  const sharing = saving.isPending ? saving.variables : data;
  return { sharing, change: saving.mutate, error: saving.error ?? error };
}
