"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { MEMBERS } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { nameOf, roleName, useMembers } from "@/components/client/members";
import { jsonBody, request } from "@/components/client/request";
import { FieldError } from "@/components/ui/field-error";
import { useRights } from "@/components/ui/kit/rights";
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import { t } from "@/lib/shared/i18n/en/members";
import { SHARED_RIGHTS, type SharedRight } from "@/lib/shared/members/roles";
import { type AgentSharing, agentSharingView, type Member } from "@/lib/shared/members/view";

/** Lets the owner of an agent choose who may use or edit it. Each choice is saved at once. */
export function ShareAgent({ agent: { id, name } }: { agent: AgentView }) {
  const { me } = useRights();
  const { members, error: listError } = useMembers();
  const { sharing, change, error } = useSharing(id);
  const problem = listError ?? error;
  const give = (memberId: string, right: SharedRight | null) => {
    if (!sharing) return;
    const rest = sharing.members.filter((one) => one.memberId !== memberId);
    change({ ...sharing, members: right ? [...rest, { memberId, right }] : rest });
  };
  return (
    <fieldset aria-label={t("sharingOf", { name })} className="flex min-w-0 basis-full flex-col gap-2 pt-1">
      <p className="text-ink-2">{t("knowsAll")}</p>
      {sharing && members ? (
        <ul className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto">
          <Choice
            about={t("everyoneHint")}
            right={sharing.everyone}
            onRight={(everyone) => change({ ...sharing, everyone })}
          >
            {t("everyone")}
          </Choice>
          {members
            .filter((member) => member.id !== me)
            .map((member) => (
              <Choice
                key={member.id}
                about={roleName(member.role)}
                isGuest={member.role === "guest"}
                right={rightOf(sharing, member)}
                onRight={(right) => give(member.id, right)}
              >
                {nameOf(member)}
              </Choice>
            ))}
        </ul>
      ) : (
        !problem && <Skeleton className="h-24" />
      )}
      <FieldError role="alert">{problem ? failureText(problem) : undefined}</FieldError>
    </fieldset>
  );
}

/** Guests never edit. */
function rightOf({ members }: AgentSharing, { id, role }: Member): SharedRight | null {
  const right = members.find(({ memberId }) => memberId === id)?.right ?? null;
  return right && role === "guest" ? "use" : right;
}

type ChoiceProps = {
  about: string;
  isGuest?: boolean;
  right: SharedRight | null;
  onRight: (right: SharedRight | null) => void;
  children: ReactNode;
};

function Choice({ about, isGuest = false, right, onRight, children }: ChoiceProps) {
  const id = useId();
  return (
    <li className="flex items-center gap-3 py-1.5">
      <label htmlFor={id} className="flex min-w-0 flex-1 flex-col">
        <span className="wrap-anywhere">{children}</span>
        <span className="text-meta text-ink-3">{about}</span>
      </label>
      <div className="w-36 shrink-0">
        <NativeSelect
          id={id}
          value={right ?? ""}
          onChange={({ target }) => onRight(SHARED_RIGHTS.find((one) => one === target.value) ?? null)}
        >
          <option value="">{t("notShared")}</option>
          <option value="use">{t("use")}</option>
          {!isGuest && <option value="edit">{t("edit")}</option>}
        </NativeSelect>
      </div>
    </li>
  );
}

/** Reads and changes the sharing of an agent. A choice is shown before the server has stored it. */
function useSharing(id: string) {
  const client = useQueryClient();
  const queryKey = ["agent sharing", id];
  const path = `/api/agents/${id}/sharing`;
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      agentSharingView.parse(await (await request(path, { signal })).json()).sharing,
    meta: { outdatedBy: (change) => change === MEMBERS },
  });
  const saving = useMutation({
    scope: { id: queryKey.join() },
    mutationFn: async (wanted: AgentSharing) =>
      agentSharingView.parse(await (await request(path, { method: "PUT", ...jsonBody(wanted) })).json())
        .sharing,
    onSuccess: (stored) => client.setQueryData(queryKey, stored),
  });
  const sharing = saving.isPending ? saving.variables : data;
  return { sharing, change: saving.mutate, error: saving.error ?? error };
}
