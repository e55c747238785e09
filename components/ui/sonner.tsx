"use client";

import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { Toaster as Sonner, type ToasterProps } from "sonner";
import { t } from "@/lib/shared/i18n/en/ui";
import { buttonVariants } from "./button";
import { cn } from "./cn";
import { useIsMobile } from "./use-mobile";

/**
 * Container of sonner's toasts: above the canvas, or below the bar on a phone, away from the message field.
 */
export function Toaster({ className, ...props }: ToasterProps) {
  const isPhone = useIsMobile();
  return (
    <Sonner
      position={isPhone ? "top-center" : "bottom-right"}
      offset={16}
      mobileOffset={{ top: 60, left: 12, right: 12 }}
      gap={8}
      closeButton
      className={cn("font-sans!", className)}
      containerAriaLabel={t("notices")}
      icons={{
        success: <CircleCheck aria-hidden className="size-4 text-success" />,
        error: <CircleAlert aria-hidden className="size-4 text-danger" />,
        warning: <TriangleAlert aria-hidden className="size-4 text-warning" />,
        info: <Info aria-hidden className="size-4 text-ink-2" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: t("closeNotice"),
        classNames: {
          toast:
            "pointer-events-auto flex w-(--width) min-h-12 items-center gap-2.5 rounded-sheet bg-float py-2 pr-2 pl-4 text-ui text-ink shadow-float",
          content: "flex min-w-0 flex-1 flex-col wrap-anywhere",
          closeButton:
            "order-last inline-flex size-7 shrink-0 items-center justify-center rounded-in text-ink-3 transition-colors hover:bg-fill-hover hover:text-ink phone:size-9",
          description: "text-meta text-ink-2",
          actionButton: cn(buttonVariants({ variant: "outline", size: "sm" }), "phone:h-9 phone:px-3"),
          cancelButton: cn(buttonVariants({ variant: "ghost", size: "sm" }), "phone:h-9 phone:px-3"),
        },
      }}
      {...props}
    />
  );
}
