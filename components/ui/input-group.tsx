"use client";

import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { Button, type ButtonProps } from "./button";
import { cn } from "./cn";
import { fieldBox } from "./input";
import { Textarea } from "./textarea";

/** Field with addons in one box. The box shows the focus and error state of the field. */
export function InputGroup({ className, ...props }: ComponentProps<"div">) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own box and can disable its controls
    <div
      role="group"
      data-slot="input-group"
      className={cn(
        "group/input-group relative flex min-h-control w-full min-w-0 items-center rounded-in border border-line-strong",
        "bg-sheet text-field text-ink transition-colors hover:border-line-control has-[:disabled]:bg-fill-press",
        "has-[>[data-align^=block]]:flex-col has-[>[data-align^=block]]:items-stretch has-[>textarea]:items-start",
        "has-[[data-slot=input-group-control]:focus-visible]:border-ink",
        "has-[[data-slot=input-group-control]:focus-visible]:shadow-[inset_0_0_0_0.5px_var(--ink),0_0_0_3px_var(--fill-press)]",
        "has-[[aria-invalid=true]]:border-danger",
        className,
      )}
      {...props}
    />
  );
}

const addonVariants = cva(
  "flex shrink-0 cursor-text items-center gap-2 text-ui text-ink-3 select-none [&>:where(svg:not([class*='size-']))]:size-4",
  {
    variants: {
      align: {
        "inline-start": "order-first py-1 pl-2.5 has-[>button]:pl-1",
        "inline-end": "order-last py-1 pr-2.5 has-[>button]:pr-1",
        "block-start": "order-first w-full px-2.5 pt-2",
        "block-end": "order-last w-full px-2.5 pb-2",
      },
    },
    defaultVariants: { align: "inline-start" },
  },
);

/** Focuses the field of the group when the user clicks the addon. */
export function InputGroupAddon({
  className,
  align = "inline-start",
  onClick,
  ...props
}: ComponentProps<"div"> & VariantProps<typeof addonVariants>) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the field itself
    // biome-ignore lint/a11y/noStaticElementInteractions: it only passes the focus to the field
    <div
      data-slot="input-group-addon"
      data-align={align}
      className={cn(addonVariants({ align }), className)}
      onClick={(event) => {
        onClick?.(event);
        if (event.target instanceof Element && event.target.closest("button, a, input")) return;
        event.currentTarget.parentElement
          ?.querySelector<HTMLElement>("[data-slot=input-group-control]")
          ?.focus();
      }}
      {...props}
    />
  );
}

type GroupButtonProps = Omit<ButtonProps, "size"> & { size?: "xs" | "sm" | "icon-xs" | "icon-sm" };

export function InputGroupButton({
  variant = "ghost",
  size = "xs",
  type = "button",
  ...props
}: GroupButtonProps) {
  return <Button data-slot="input-group-button" type={type} variant={variant} size={size} {...props} />;
}

export function InputGroupText({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      data-slot="input-group-text"
      className={cn("flex items-center gap-2 [&_:where(svg:not([class*='size-']))]:size-4", className)}
      {...props}
    />
  );
}

const bare =
  "flex-1 border-0! bg-transparent! shadow-none! outline-none! focus-visible:outline-none! disabled:bg-transparent!";

export function InputGroupInput({ className, type = "text", ...props }: ComponentProps<"input">) {
  return (
    <input
      data-slot="input-group-control"
      type={type}
      className={cn(fieldBox, "h-[calc(var(--control)-2px)] px-2.5", bare, className)}
      {...props}
    />
  );
}

export function InputGroupTextarea({ className, ...props }: ComponentProps<"textarea">) {
  return (
    <Textarea
      data-slot="input-group-control"
      className={cn(bare, "w-full resize-none", className)}
      {...props}
    />
  );
}
