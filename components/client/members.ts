"use client";

import { useQuery } from "@tanstack/react-query";
import { useRights } from "@/components/ui/kit/rights";
import { t } from "@/lib/shared/i18n/en/members";
import type { Role } from "@/lib/shared/members/roles";
import { type Member, type MemberDetails, membersView } from "@/lib/shared/members/view";
import { MEMBERS } from "./events";
import { request } from "./request";

/** Key of the query for the members. Invalidate it to refetch them. */
export const MEMBER_LIST = ["members"] as const;

type MembersOptions = { always?: boolean; initial?: (Member | MemberDetails)[] };

/** Loads the members and refetches on changes. Requests nothing while the owner is the only member, unless `always`. */
export function useMembers({ always = false, initial }: MembersOptions = {}) {
  const { isAlone } = useRights();
  const { data, error, refetch } = useQuery({
    queryKey: MEMBER_LIST,
    queryFn: async ({ signal }) =>
      membersView.parse(await (await request("/api/members", { signal })).json()).members,
    enabled: always || !isAlone,
    initialData: initial,
    meta: { outdatedBy: (change) => change === MEMBERS },
  });
  return { members: data, error, reload: () => void refetch() };
}

export const detailsOf = (member: Member | MemberDetails): MemberDetails | undefined =>
  "createdAt" in member ? member : undefined;

/** Returns the name of members; undefined without a member, while loading, or while the owner is the only member. */
export function useMemberName(): (id: string | null | undefined) => string | undefined {
  const { isAlone, me } = useRights();
  const { members } = useMembers();
  return (id) => {
    if (isAlone || !id) return undefined;
    if (id === me) return t("you");
    return members && nameOf(members.find((one) => one.id === id));
  };
}

/** Returns the name of a member. The owner has none until they enter one, and a removed member is not listed. */
export const nameOf = (member: Pick<Member, "name" | "role"> | undefined): string =>
  member === undefined ? t("formerMember") : member.name || roleName(member.role);

/** Returns the name of a member who owns an agent or wrote a conversation. Only the owner can have none. */
export const otherName = (name: string): string => nameOf({ name, role: "owner" });

export function roleName(role: Role): string {
  if (role === "owner") return t("owner");
  if (role === "admin") return t("admin");
  return role === "member" ? t("member") : t("guest");
}
