"use client";

import type { LucideIcon } from "lucide-react";
import { Fragment, isValidElement, type ReactElement, type ReactNode, useRef } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { Needs } from "@/lib/shared/members/needs";
import Link from "./agent-base";
import { useOfferedActions } from "./rights";

export type Action = {
  label: string;
  icon: LucideIcon;
  isDestructive?: boolean;
  isDisabled?: boolean;
  /**
   * True if the action moves the focus. It then runs after the menu has closed, and the menu does not restore
   * the focus.
   */
  takesFocus?: boolean;
  /** The role and the right that the action needs. An action with `href` needs those of its page. */
  needs?: Needs;
} & ({ onSelect: () => void } | { href: string });

/** Groups of actions, separated by lines. A React element is a submenu; falsy entries are skipped. */
export type ActionGroups = readonly (readonly (Action | ReactElement | false | null | undefined)[])[];

type ActionMenuProps = { trigger: ReactNode; groups: ActionGroups; align?: "start" };

export function ActionMenu({ trigger, groups, align }: ActionMenuProps) {
  const afterClose = useRef<() => void>(undefined);
  const shown = useOfferedActions(groups);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent
        align={align}
        onCloseAutoFocus={(event) => {
          if (!afterClose.current) return;
          event.preventDefault();
          afterClose.current();
          afterClose.current = undefined;
        }}
      >
        {shown
          .filter((group) => group.length > 0)
          .map((group, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no names
            <Fragment key={at}>
              {at > 0 && <DropdownMenuSeparator />}
              {group.map((action) =>
                isValidElement(action) ? (
                  action
                ) : (
                  <ActionItem
                    key={action.label}
                    action={action}
                    onAfterClose={(act) => {
                      afterClose.current = act;
                    }}
                  />
                ),
              )}
            </Fragment>
          ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type ActionItemProps = { action: Action; onAfterClose: (act: () => void) => void };

function ActionItem({ action, onAfterClose }: ActionItemProps) {
  const { label, icon: Icon, isDestructive, isDisabled, takesFocus } = action;
  const look = (
    <>
      <Icon aria-hidden />
      {label}
    </>
  );
  if ("href" in action)
    return (
      <DropdownMenuItem asChild>
        <Link href={action.href}>{look}</Link>
      </DropdownMenuItem>
    );
  return (
    <DropdownMenuItem
      disabled={isDisabled}
      variant={isDestructive ? "destructive" : "default"}
      onSelect={() => (takesFocus ? onAfterClose(action.onSelect) : action.onSelect())}
    >
      {look}
    </DropdownMenuItem>
  );
}
