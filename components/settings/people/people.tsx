"use client";

import { useQuery } from "@tanstack/react-query";
import { MEMBERS } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { useMembers } from "@/components/client/members";
import Link from "@/components/ui/kit/agent-base";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t } from "@/lib/shared/i18n/en/settingsPeople";
import type { Invitation, Member, MemberDetails } from "@/lib/shared/members/view";
import { INVITATIONS, listInvitations } from "./api";
import { InviteCard } from "./invite-card";
import { MemberRow } from "./member-row";
import { OpenInvitations } from "./open-invitations";

type PeopleProps = { hasPassword: boolean; members: (Member | MemberDetails)[]; invitations: Invitation[] };

/** The members of the workspace, and invitations. While the owner is alone, only the card to invite. */
export function People({ hasPassword, members: initial, invitations: firstOpen }: PeopleProps) {
  const { members, error, reload } = useMembers({ always: true, initial });
  const invitations = useQuery({
    queryKey: INVITATIONS,
    queryFn: ({ signal }) => listInvitations(signal),
    initialData: firstOpen,
    meta: { outdatedBy: (change) => change === MEMBERS },
  });
  const problem = error ?? invitations.error;
  const open = invitations.data ?? [];
  return (
    <>
      {members && members.length > 1 && (
        <TitledCard title={t("members")} about={t("membersAbout")}>
          <ul aria-label={t("members")} className="flex flex-col divide-y divide-line">
            {members.map((member) => (
              <MemberRow key={member.id} member={member} />
            ))}
          </ul>
        </TitledCard>
      )}
      {problem && (
        <LoadFailure
          onRetry={() => {
            reload();
            void invitations.refetch();
          }}
        >
          {clientText("loadFailed", { error: failureText(problem) })}
        </LoadFailure>
      )}
      {hasPassword ? <InviteCard /> : <NeedsPassword />}
      {open.length > 0 && <OpenInvitations invitations={open} />}
    </>
  );
}

/** Without a password every client acts as the owner. */
const NeedsPassword = () => (
  <TitledCard title={t("invite")} about={t("inviteAbout")}>
    <p>
      {t.rich("needsPassword", {
        link: (chunks) => (
          <Link href="/settings/general" className="underline underline-offset-4">
            {chunks}
          </Link>
        ),
      })}
    </p>
  </TitledCard>
);
