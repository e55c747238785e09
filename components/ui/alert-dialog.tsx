"use client";

import { AlertDialog as AlertPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { type ButtonProps, buttonVariants } from "./button";
import { cn } from "./cn";
import { dialogPanel, dialogVeil } from "./dialog-style";
import { useReturnFocus } from "./use-return-focus";

/**
 * Asks for confirmation of an action that cannot be undone. Actions that can be undone run immediately and
 * offer undo.
 */
export const AlertDialog = AlertPrimitive.Root;
export const AlertDialogTrigger = AlertPrimitive.Trigger;
export const AlertDialogPortal = AlertPrimitive.Portal;

export function AlertDialogOverlay({ className, ...props }: ComponentProps<typeof AlertPrimitive.Overlay>) {
  return (
    <AlertPrimitive.Overlay
      data-slot="alert-dialog-overlay"
      className={cn(dialogVeil, className)}
      {...props}
    />
  );
}

export function AlertDialogContent({ className, ...props }: ComponentProps<typeof AlertPrimitive.Content>) {
  const focus = useReturnFocus(props);
  return (
    <AlertPrimitive.Portal>
      <AlertDialogOverlay />
      <AlertPrimitive.Content
        data-slot="alert-dialog-content"
        className={cn(dialogPanel, className)}
        {...props}
        {...focus}
      />
    </AlertPrimitive.Portal>
  );
}

export function AlertDialogHeader({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("flex flex-col gap-1", className)} {...props} />;
}

export function AlertDialogMedia({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="alert-dialog-media"
      className={cn(
        "mb-1 flex size-8 items-center justify-center rounded-in bg-fill text-ink-2 [&_:where(svg:not([class*='size-']))]:size-4",
        className,
      )}
      {...props}
    />
  );
}

export function AlertDialogFooter({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("flex flex-wrap items-center justify-end gap-2", className)} {...props} />;
}

export function AlertDialogTitle({ className, ...props }: ComponentProps<typeof AlertPrimitive.Title>) {
  return <AlertPrimitive.Title className={cn("text-prose font-medium", className)} {...props} />;
}

export function AlertDialogDescription({
  className,
  ...props
}: ComponentProps<typeof AlertPrimitive.Description>) {
  return <AlertPrimitive.Description className={cn("text-ui text-ink-2", className)} {...props} />;
}

type ActionProps = ComponentProps<typeof AlertPrimitive.Action> & Pick<ButtonProps, "variant" | "size">;

export function AlertDialogAction({ className, variant, size, ...props }: ActionProps) {
  return <AlertPrimitive.Action className={cn(buttonVariants({ variant, size }), className)} {...props} />;
}

type CancelProps = ComponentProps<typeof AlertPrimitive.Cancel> & Pick<ButtonProps, "variant" | "size">;

export function AlertDialogCancel({ className, variant = "outline", size, ...props }: CancelProps) {
  return <AlertPrimitive.Cancel className={cn(buttonVariants({ variant, size }), className)} {...props} />;
}
