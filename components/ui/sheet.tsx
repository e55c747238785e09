"use client";

import { X } from "lucide-react";
import { Dialog as SheetPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { t } from "@/lib/shared/i18n/en/ui";
import { Button } from "./button";
import { cn } from "./cn";
import { useReturnFocus } from "./use-return-focus";

export const Sheet = SheetPrimitive.Root;
export const SheetTrigger = SheetPrimitive.Trigger;
export const SheetClose = SheetPrimitive.Close;
export const SheetPortal = SheetPrimitive.Portal;

export function SheetOverlay({ className, ...props }: ComponentProps<typeof SheetPrimitive.Overlay>) {
  return (
    <SheetPrimitive.Overlay
      data-slot="sheet-overlay"
      className={cn("fixed inset-0 z-50 animate-fade bg-veil", className)}
      {...props}
    />
  );
}

type SheetContentProps = ComponentProps<typeof SheetPrimitive.Content> & {
  side?: "top" | "right" | "bottom" | "left";
  showCloseButton?: boolean;
};

const SIDES = {
  top: "inset-x-0 top-0 max-h-[85dvh] rounded-b-sheet",
  left: "inset-y-0 left-0 w-72 max-w-[calc(100vw-48px)]",
  right: "inset-y-0 right-0 w-96 max-w-[calc(100vw-48px)]",
  bottom: "inset-x-0 bottom-0 max-h-[85dvh] rounded-t-sheet pb-[env(safe-area-inset-bottom)]",
};

/** Panel at an edge. It is focusable, so that it can take the focus instead of its first control. */
export function SheetContent({
  className,
  children,
  side = "right",
  showCloseButton = true,
  ...props
}: SheetContentProps) {
  const focus = useReturnFocus(props);
  return (
    <SheetPrimitive.Portal>
      <SheetOverlay />
      <SheetPrimitive.Content
        data-slot="sheet-content"
        className={cn(
          "fixed z-50 flex animate-fade flex-col overflow-auto bg-rail text-ui text-ink shadow-float outline-none",
          SIDES[side],
          className,
        )}
        {...props}
        {...focus}
      >
        {children}
        {showCloseButton && (
          <SheetPrimitive.Close asChild>
            <Button variant="ghost" size="icon" aria-label={t("close")} className="absolute top-1 right-2">
              <X aria-hidden />
            </Button>
          </SheetPrimitive.Close>
        )}
      </SheetPrimitive.Content>
    </SheetPrimitive.Portal>
  );
}

export function SheetHeader({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("flex shrink-0 flex-col gap-1 p-4 pr-12", className)} {...props} />;
}

export function SheetFooter({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("mt-auto flex shrink-0 flex-wrap gap-2 p-4", className)} {...props} />;
}

export function SheetTitle({ className, ...props }: ComponentProps<typeof SheetPrimitive.Title>) {
  return <SheetPrimitive.Title className={cn("text-prose font-medium", className)} {...props} />;
}

export function SheetDescription({ className, ...props }: ComponentProps<typeof SheetPrimitive.Description>) {
  return <SheetPrimitive.Description className={cn("text-ui text-ink-2", className)} {...props} />;
}
