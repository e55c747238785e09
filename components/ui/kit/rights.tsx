"use client";

import { createContext, isValidElement, type ReactNode, useContext, useMemo } from "react";
import { t } from "@/lib/shared/i18n/en/kit";
import { meets, type Needs, needsOf } from "@/lib/shared/members/needs";
import { OWNER_ID, type Right, type Role } from "@/lib/shared/members/roles";
import type { Action, ActionGroups } from "./action-menu";

export type Rights = {
  /** Id of the signed-in member. */
  me: string;
  role: Role;
  /** Right on the page's agent. */
  right: Right;
  /** The workspace has no other member. */
  isAlone: boolean;
};

export const RightsContext = createContext<Rights>({
  me: OWNER_ID,
  role: "owner",
  right: "own",
  isAlone: true,
});

/** Returns the role and the right of the member, `may` for their actions and `mayOpen` for pages of this agent. */
export function useRights() {
  const rights = useContext(RightsContext);
  return useMemo(
    () => ({
      ...rights,
      may: (needs: Needs) => meets(rights, needs),
      mayOpen: (href: string) => meets(rights, needsOf(href)),
    }),
    [rights],
  );
}

/** Disables the controls in it if the member lacks a role or a right. */
export function Locked({ children, ...needs }: Needs & { children: ReactNode }) {
  const { may } = useRights();
  if (may(needs)) return children;
  return (
    <fieldset disabled className="contents" title={t("onlyOwner")}>
      {children}
    </fieldset>
  );
}

/** Returns the actions that the member may do, without skipped entries. */
export function useOfferedActions(groups: ActionGroups) {
  const { may, mayOpen } = useRights();
  const isOffered = (action: Action) =>
    may(action.needs ?? {}) && (!("href" in action) || mayOpen(action.href));
  return groups.map((group) =>
    group.filter((action) => !!action).filter((action) => isValidElement(action) || isOffered(action)),
  );
}

/** Renders its children if the member has a role and a right, or may open a page. */
export function May({ open, children, ...needs }: Needs & { open?: string; children: ReactNode }) {
  const { may, mayOpen } = useRights();
  return may(needs) && (open === undefined || mayOpen(open)) ? children : null;
}
