"use client";

import { useMemberName } from "@/components/client/members";
import { useRights } from "@/components/ui/kit/rights";
import type { Revision } from "@/lib/shared/history";
import { t } from "@/lib/shared/i18n/en/members";
import { OWNER_ID } from "@/lib/shared/members/roles";

type Written = Pick<Revision, "author" | "memberId">;

/**
 * Returns who wrote a version. `author` names the kind of author. If there are several members, their name replaces it
 * where a person wrote the version, and follows it where the version was written for another member.
 */
export function useWho(): (version: Written, author: string) => string {
  const nameOf = useMemberName();
  const { me } = useRights();
  return (version, author) => {
    const id = version.memberId ?? OWNER_ID;
    const name = version.author === "system" ? undefined : nameOf(id);
    if (name === undefined) return author;
    if (version.author === "person") return name;
    if (id === me) return author;
    return version.author === "agent" ? t("forMember", { author, name }) : t("byMember", { author, name });
  };
}
