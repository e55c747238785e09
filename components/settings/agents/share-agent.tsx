"use client";

import { failureText } from "@/components/client/failure";
import { nameOf, roleName, useMembers } from "@/components/client/members";
import { RightChoice, useSharing } from "@/components/client/sharing";
import { FieldError } from "@/components/ui/field-error";
import { useRights } from "@/components/ui/kit/rights";
import { Skeleton } from "@/components/ui/skeleton";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import { t } from "@/lib/shared/i18n/en/members";
import type { Role, SharedRight } from "@/lib/shared/members/roles";
import { type AgentSharing, agentSharingView, type Member } from "@/lib/shared/members/view";

/** Lets the owner of an agent choose who may use or edit it. Each choice is saved at once. */
export function ShareAgent({ agent: { id, name } }: { agent: AgentView }) {
  const { me } = useRights();
  const { members, error: listError } = useMembers();
  const { sharing, change, error } = useSharing(`/api/agents/${id}/sharing`, agentSharingView);
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
          <RightChoice
            about={t("everyoneHint")}
            right={sharing.everyone}
            rights={rightsFor("member")}
            onRight={(everyone) => change({ ...sharing, everyone })}
          >
            {t("everyone")}
          </RightChoice>
          {members
            .filter((member) => member.id !== me)
            .map((member) => (
              <RightChoice
                key={member.id}
                about={roleName(member.role)}
                right={rightOf(sharing, member)}
                rights={rightsFor(member.role)}
                onRight={(right) => give(member.id, right)}
              >
                {nameOf(member)}
              </RightChoice>
            ))}
        </ul>
      ) : (
        !problem && <Skeleton className="h-24" />
      )}
      <FieldError role="alert">{problem ? failureText(problem) : undefined}</FieldError>
    </fieldset>
  );
}

const rightsFor = (role: Role) => [
  ["use", t("use")] as const,
  ...(role === "guest" ? [] : [["edit", t("edit")] as const]),
];

/** Guests never edit. */
function rightOf({ members }: AgentSharing, { id, role }: Member): SharedRight | null {
  const right = members.find(({ memberId }) => memberId === id)?.right ?? null;
  return right && role === "guest" ? "use" : right;
}
