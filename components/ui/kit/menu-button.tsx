"use client";

import { Ellipsis, History, type LucideIcon, Pin, PinOff } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { t } from "@/lib/shared/i18n/en/kit";
import type { Action, ActionGroups } from "./action-menu";
import { useOfferedActions } from "./rights";

/** A lazily loaded menu, which receives its button as `trigger`. */
export type LaterMenu<Props> = ComponentType<Props & { trigger: ReactNode }>;

type MenuButtonProps<Props> = Pick<ButtonProps, "size" | "className"> & {
  label: string;
  icon?: LucideIcon;
  load: () => Promise<LaterMenu<Props>>;
  menu: Props;
};

/**
 * Button that loads its menu when the pointer or focus reaches it, so that the rows of a list render no menus
 * and the first script contains no menu code. Replaces itself with the menu, which mounts open (`defaultOpen`)
 * around the same button.
 */
export function MenuButton<Props>({
  label,
  icon: Icon = Ellipsis,
  load,
  menu,
  size = "icon",
  className,
}: MenuButtonProps<Props>) {
  const [Menu, setMenu] = useState<LaterMenu<Props>>();
  const near = () => void load().catch(() => {});
  const open = () => {
    load().then(
      (loaded) => setMenu(() => loaded),
      () => {},
    );
  };
  const look = (
    <Button variant="ghost" size={size} aria-label={label} className={className}>
      <Icon aria-hidden />
    </Button>
  );
  if (Menu) return <Menu {...menu} trigger={look} />;
  return (
    <Button
      variant="ghost"
      size={size}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      className={className}
      onPointerEnter={near}
      onFocus={near}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        open();
      }}
    >
      <Icon aria-hidden />
    </Button>
  );
}

/** A page that works without the network loads the menus before they are opened. */
export const loadActionMenu = () => import("./action-menu").then((module) => module.ActionMenu);

type ActionsButtonProps = Pick<ButtonProps, "size" | "className"> & {
  label: string;
  icon?: LucideIcon;
  groups: ActionGroups;
  align?: "start";
};

/** Shows the actions that the member may do. Renders nothing if there is none. */
export function ActionsButton({ groups, align, ...button }: ActionsButtonProps) {
  const offered = useOfferedActions(groups);
  if (!offered.some((group) => group.length > 0)) return null;
  return <MenuButton {...button} load={loadActionMenu} menu={{ groups: offered, align }} />;
}

/** Links to the versions of an item. */
export const historyAction = (kind: string, name: string): Action => ({
  label: t("showHistory"),
  icon: History,
  href: `/agent/history?${new URLSearchParams({ kind, name })}`,
});

export const pinAction = (isPinned: boolean, onSelect: () => void): Action => ({
  label: isPinned ? t("unpin") : t("pin"),
  icon: isPinned ? PinOff : Pin,
  onSelect,
});
