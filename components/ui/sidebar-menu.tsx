"use client";

import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { Skeleton } from "./skeleton";
import { Tooltip, TooltipContent, TooltipTrigger } from "./tooltip";
import { useSidebar } from "./use-sidebar";

type AsChild = { asChild?: boolean };

export function SidebarGroup({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="sidebar-group"
      className={cn("relative flex w-full min-w-0 flex-col p-2", className)}
      {...props}
    />
  );
}

export function SidebarGroupLabel({ className, asChild = false, ...props }: ComponentProps<"div"> & AsChild) {
  const Root = asChild ? Slot.Root : "div";
  return (
    <Root
      data-slot="sidebar-group-label"
      className={cn(
        "flex h-7 shrink-0 items-center rounded-in px-2 text-meta text-ink-3 group-data-[collapsible=icon]:hidden",
        className,
      )}
      {...props}
    />
  );
}

const action = [
  "absolute flex size-6 items-center justify-center rounded-in text-ink-2 transition-colors after:absolute after:-inset-1",
  "hover:bg-fill-press hover:text-ink group-data-[collapsible=icon]:hidden [&>svg]:size-4 [&>svg]:shrink-0",
];

export function SidebarGroupAction({
  className,
  asChild = false,
  ...props
}: ComponentProps<"button"> & AsChild) {
  const Root = asChild ? Slot.Root : "button";
  return (
    <Root
      data-slot="sidebar-group-action"
      {...(!asChild && { type: "button" as const })}
      className={cn(action, "top-2.5 right-3", className)}
      {...props}
    />
  );
}

export function SidebarGroupContent({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="sidebar-group-content" className={cn("w-full", className)} {...props} />;
}

export function SidebarMenu({ className, ...props }: ComponentProps<"ul">) {
  return (
    <ul
      data-slot="sidebar-menu"
      className={cn("flex w-full min-w-0 flex-col gap-0.5", className)}
      {...props}
    />
  );
}

export function SidebarMenuItem({ className, ...props }: ComponentProps<"li">) {
  return (
    <li data-slot="sidebar-menu-item" className={cn("group/menu-item relative", className)} {...props} />
  );
}

const menuButton = cva(
  [
    "peer/menu-button flex w-full items-center gap-2 overflow-hidden rounded-in px-2 text-left text-ui text-ink-2 -outline-offset-2",
    "transition-colors hover:bg-fill-hover hover:text-ink disabled:text-ink-3 aria-disabled:text-ink-3",
    "group-has-data-[slot=sidebar-menu-action]/menu-item:pr-8 data-[state=open]:bg-fill-hover",
    "data-[active=true]:bg-fill-press data-[active=true]:font-medium data-[active=true]:text-ink",
    // Collapsed to the icon, the text is only visually hidden, so that it remains the accessible name.
    "group-data-[collapsible=icon]:size-8! group-data-[collapsible=icon]:p-2!",
    "group-data-[collapsible=icon]:[&>:not(:first-child)]:opacity-0",
    "[&>span:last-child]:truncate [&>svg]:size-4 [&>svg]:shrink-0",
  ],
  {
    variants: {
      variant: { default: "", outline: "bg-sheet shadow-[0_0_0_1px_var(--line-strong)]" },
      size: {
        default: "h-8 phone:h-11",
        sm: "h-7 text-meta phone:h-10",
        lg: "h-12 group-data-[collapsible=icon]:p-0!",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

type MenuButtonProps = ComponentProps<"button"> &
  VariantProps<typeof menuButton> &
  AsChild & { isActive?: boolean; tooltip?: string | ComponentProps<typeof TooltipContent> };

/** `tooltip` is shown while the sidebar is collapsed to icons. */
export function SidebarMenuButton({
  asChild = false,
  isActive = false,
  variant,
  size = "default",
  tooltip,
  className,
  ...props
}: MenuButtonProps) {
  const { state, isMobile } = useSidebar();
  const Root = asChild ? Slot.Root : "button";
  const button = (
    <Root
      data-slot="sidebar-menu-button"
      data-size={size}
      data-active={isActive}
      {...(!asChild && { type: "button" as const })}
      className={cn(menuButton({ variant, size }), className)}
      {...props}
    />
  );
  if (!tooltip) return button;
  const tip = typeof tooltip === "string" ? { children: tooltip } : tooltip;
  return (
    <Tooltip>
      <TooltipTrigger asChild>{button}</TooltipTrigger>
      {state === "collapsed" && !isMobile && <TooltipContent side="right" {...tip} />}
    </Tooltip>
  );
}

export function SidebarMenuAction({
  className,
  asChild = false,
  showOnHover = false,
  ...props
}: ComponentProps<"button"> & AsChild & { showOnHover?: boolean }) {
  const Root = asChild ? Slot.Root : "button";
  return (
    <Root
      data-slot="sidebar-menu-action"
      {...(!asChild && { type: "button" as const })}
      className={cn(
        action,
        "top-1 right-1 peer-data-[size=lg]/menu-button:top-3 phone:top-2.5",
        showOnHover &&
          "opacity-0 group-focus-within/menu-item:opacity-100 group-hover/menu-item:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100",
        className,
      )}
      {...props}
    />
  );
}

export function SidebarMenuBadge({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="sidebar-menu-badge"
      className={cn(
        "pointer-events-none absolute top-1.5 right-2 flex h-5 items-center text-meta text-ink-3 tabular-nums select-none",
        "group-data-[collapsible=icon]:hidden peer-data-[size=lg]/menu-button:top-3.5 phone:top-3",
        className,
      )}
      {...props}
    />
  );
}

export function SidebarMenuSkeleton({
  className,
  showIcon = false,
  ...props
}: ComponentProps<"div"> & { showIcon?: boolean }) {
  return (
    <div
      data-slot="sidebar-menu-skeleton"
      className={cn("flex h-8 items-center gap-2 px-2", className)}
      {...props}
    >
      {showIcon && <Skeleton className="size-4" />}
      <Skeleton className="h-4 w-2/3" />
    </div>
  );
}

export function SidebarMenuSub({ className, ...props }: ComponentProps<"ul">) {
  return (
    <ul
      data-slot="sidebar-menu-sub"
      className={cn(
        "mx-4 flex min-w-0 flex-col gap-0.5 border-line border-l px-2 py-0.5 group-data-[collapsible=icon]:hidden",
        className,
      )}
      {...props}
    />
  );
}

export function SidebarMenuSubItem({ className, ...props }: ComponentProps<"li">) {
  return (
    <li
      data-slot="sidebar-menu-sub-item"
      className={cn("group/menu-sub-item relative", className)}
      {...props}
    />
  );
}

type SubButtonProps = ComponentProps<"a"> & AsChild & { size?: "sm" | "md"; isActive?: boolean };

export function SidebarMenuSubButton({
  asChild = false,
  size = "md",
  isActive = false,
  className,
  ...props
}: SubButtonProps) {
  const Root = asChild ? Slot.Root : "a";
  return (
    <Root
      data-slot="sidebar-menu-sub-button"
      data-size={size}
      data-active={isActive}
      className={cn(
        "flex h-7 min-w-0 items-center gap-2 overflow-hidden rounded-in px-2 text-ui text-ink-2 -outline-offset-2 transition-colors",
        "hover:bg-fill-hover hover:text-ink data-[active=true]:bg-fill-press data-[active=true]:text-ink",
        "data-[size=sm]:text-meta phone:h-10 [&>span:last-child]:truncate [&>svg]:size-4 [&>svg]:shrink-0",
        className,
      )}
      {...props}
    />
  );
}
