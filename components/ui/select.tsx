"use client";

import { Check, ChevronDown, ChevronUp } from "lucide-react";
import { Select as SelectPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { fieldBox } from "./input";

export const Select = SelectPrimitive.Root;
export const SelectGroup = SelectPrimitive.Group;
export const SelectValue = SelectPrimitive.Value;

export function SelectTrigger({
  className,
  children,
  size = "default",
  ...props
}: ComponentProps<typeof SelectPrimitive.Trigger> & { size?: "sm" | "default" }) {
  return (
    <SelectPrimitive.Trigger
      data-slot="select-trigger"
      data-size={size}
      className={cn(
        fieldBox,
        "flex h-control items-center justify-between gap-2 px-2.5 text-left data-placeholder:text-ink-3",
        "data-[size=sm]:h-control-small data-[size=sm]:px-2 [&>span]:truncate [&_:where(svg:not([class*='size-']))]:size-4",
        className,
      )}
      {...props}
    >
      {children}
      <SelectPrimitive.Icon asChild>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-2" />
      </SelectPrimitive.Icon>
    </SelectPrimitive.Trigger>
  );
}

export function SelectContent({
  className,
  children,
  position = "popper",
  sideOffset = 4,
  ...props
}: ComponentProps<typeof SelectPrimitive.Content>) {
  return (
    <SelectPrimitive.Portal>
      <SelectPrimitive.Content
        data-slot="select-content"
        position={position}
        sideOffset={sideOffset}
        className={cn(
          "z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[calc(100vw-24px)]",
          "overflow-hidden rounded-in bg-float p-1 text-field text-ink shadow-float data-[state=open]:animate-appear",
          className,
        )}
        {...props}
      >
        <SelectPrimitive.Viewport className="max-h-80">{children}</SelectPrimitive.Viewport>
      </SelectPrimitive.Content>
    </SelectPrimitive.Portal>
  );
}

export function SelectItem({ className, children, ...props }: ComponentProps<typeof SelectPrimitive.Item>) {
  return (
    <SelectPrimitive.Item
      data-slot="select-item"
      className={cn(
        "flex min-h-7 w-full cursor-default items-center justify-between gap-4 rounded-[4px] px-2 py-1 outline-none select-none phone:min-h-11",
        "data-disabled:text-ink-3 data-highlighted:bg-fill-press data-[state=checked]:font-medium",
        "[&>span:first-child]:flex [&>span:first-child]:items-center [&>span:first-child]:gap-2",
        "[&_:where(svg:not([class*='size-']))]:size-4",
        className,
      )}
      {...props}
    >
      <SelectPrimitive.ItemText>{children}</SelectPrimitive.ItemText>
      <SelectPrimitive.ItemIndicator>
        <Check aria-hidden className="size-4" />
      </SelectPrimitive.ItemIndicator>
    </SelectPrimitive.Item>
  );
}

export function SelectLabel({ className, ...props }: ComponentProps<typeof SelectPrimitive.Label>) {
  return <SelectPrimitive.Label className={cn("px-2 py-1 text-meta text-ink-3", className)} {...props} />;
}

export function SelectSeparator({ className, ...props }: ComponentProps<typeof SelectPrimitive.Separator>) {
  return <SelectPrimitive.Separator className={cn("-mx-1 my-1 h-px bg-line", className)} {...props} />;
}

type ScrollProps = ComponentProps<typeof SelectPrimitive.ScrollUpButton>;
const scrollButton = "flex cursor-default items-center justify-center py-1 text-ink-2 [&_svg]:size-4";

export function SelectScrollUpButton({ className, ...props }: ScrollProps) {
  return (
    <SelectPrimitive.ScrollUpButton className={cn(scrollButton, className)} {...props}>
      <ChevronUp aria-hidden />
    </SelectPrimitive.ScrollUpButton>
  );
}

export function SelectScrollDownButton({ className, ...props }: ScrollProps) {
  return (
    <SelectPrimitive.ScrollDownButton className={cn(scrollButton, className)} {...props}>
      <ChevronDown aria-hidden />
    </SelectPrimitive.ScrollDownButton>
  );
}
