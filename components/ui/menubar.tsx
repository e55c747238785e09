"use client";

import { Check, ChevronRight } from "lucide-react";
import { Menubar as BarPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { menuItem, menuLabel, menuPanel, menuSeparator, menuShortcut, menuSubTrigger } from "./menu-style";

export function Menubar({ className, ...props }: ComponentProps<typeof BarPrimitive.Root>) {
  return (
    <BarPrimitive.Root
      data-slot="menubar"
      className={cn(
        "flex w-fit max-w-full items-center gap-0.5 overflow-x-auto rounded-in border border-line-strong bg-sheet p-0.5",
        className,
      )}
      {...props}
    />
  );
}

export const MenubarMenu = BarPrimitive.Menu;
export const MenubarPortal = BarPrimitive.Portal;
export const MenubarGroup = BarPrimitive.Group;
export const MenubarRadioGroup = BarPrimitive.RadioGroup;
export const MenubarSub = BarPrimitive.Sub;

export function MenubarTrigger({ className, ...props }: ComponentProps<typeof BarPrimitive.Trigger>) {
  return (
    <BarPrimitive.Trigger
      data-slot="menubar-trigger"
      className={cn(
        "flex h-6.5 shrink-0 items-center rounded-[4px] px-2.5 text-ui text-ink-2 -outline-offset-2 transition-colors select-none",
        "hover:bg-fill-hover hover:text-ink data-[state=open]:bg-fill-press data-[state=open]:text-ink phone:h-10",
        className,
      )}
      {...props}
    />
  );
}

export function MenubarContent({
  className,
  align = "start",
  sideOffset = 6,
  ...props
}: ComponentProps<typeof BarPrimitive.Content>) {
  return (
    <BarPrimitive.Portal>
      <BarPrimitive.Content
        data-slot="menubar-content"
        align={align}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(menuPanel, "max-h-(--radix-menubar-content-available-height) outline-none", className)}
        {...props}
      />
    </BarPrimitive.Portal>
  );
}

export function MenubarItem({
  className,
  inset,
  variant = "default",
  ...props
}: ComponentProps<typeof BarPrimitive.Item> & { inset?: boolean; variant?: "default" | "destructive" }) {
  return (
    <BarPrimitive.Item
      data-slot="menubar-item"
      data-inset={inset || undefined}
      data-variant={variant}
      className={cn(menuItem, className)}
      {...props}
    />
  );
}

export function MenubarCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof BarPrimitive.CheckboxItem>) {
  return (
    <BarPrimitive.CheckboxItem
      data-slot="menubar-checkbox-item"
      className={cn(menuItem, "justify-between", className)}
      {...props}
    >
      {children}
      <BarPrimitive.ItemIndicator>
        <Check aria-hidden />
      </BarPrimitive.ItemIndicator>
    </BarPrimitive.CheckboxItem>
  );
}

export function MenubarRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof BarPrimitive.RadioItem>) {
  return (
    <BarPrimitive.RadioItem
      data-slot="menubar-radio-item"
      className={cn(menuItem, "justify-between data-[state=checked]:font-medium", className)}
      {...props}
    >
      {children}
      <BarPrimitive.ItemIndicator>
        <Check aria-hidden />
      </BarPrimitive.ItemIndicator>
    </BarPrimitive.RadioItem>
  );
}

export function MenubarSubTrigger({
  className,
  inset,
  children,
  ...props
}: ComponentProps<typeof BarPrimitive.SubTrigger> & { inset?: boolean }) {
  return (
    <BarPrimitive.SubTrigger
      data-slot="menubar-sub-trigger"
      data-inset={inset || undefined}
      className={cn(menuSubTrigger, className)}
      {...props}
    >
      {children}
      <ChevronRight aria-hidden className="ml-auto size-4" />
    </BarPrimitive.SubTrigger>
  );
}

export function MenubarSubContent({ className, ...props }: ComponentProps<typeof BarPrimitive.SubContent>) {
  return (
    <BarPrimitive.Portal>
      <BarPrimitive.SubContent
        data-slot="menubar-sub-content"
        sideOffset={4}
        collisionPadding={8}
        className={cn(menuPanel, "max-h-(--radix-menubar-content-available-height)", className)}
        {...props}
      />
    </BarPrimitive.Portal>
  );
}

export function MenubarLabel({
  className,
  inset,
  ...props
}: ComponentProps<typeof BarPrimitive.Label> & { inset?: boolean }) {
  return (
    <BarPrimitive.Label
      data-slot="menubar-label"
      data-inset={inset || undefined}
      className={cn(menuLabel, className)}
      {...props}
    />
  );
}

export function MenubarSeparator({ className, ...props }: ComponentProps<typeof BarPrimitive.Separator>) {
  return (
    <BarPrimitive.Separator
      data-slot="menubar-separator"
      className={cn(menuSeparator, className)}
      {...props}
    />
  );
}

export function MenubarShortcut({ className, ...props }: ComponentProps<"span">) {
  return <span data-slot="menubar-shortcut" className={cn(menuShortcut, className)} {...props} />;
}
