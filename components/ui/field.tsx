"use client";

import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { Label } from "./label";
import { Separator } from "./separator";

const fieldVariants = cva("group/field flex min-w-0", {
  variants: {
    orientation: {
      vertical: "flex-col gap-1",
      horizontal:
        "w-full items-center gap-2 has-[>[data-slot=field-content]]:items-start [&>[data-slot=field-label]]:flex-auto",
      responsive:
        "flex-col gap-1 @min-[440px]/fields:flex-row @min-[440px]/fields:items-center @min-[440px]/fields:gap-4 @min-[440px]/fields:*:flex-1",
    },
  },
  defaultVariants: { orientation: "vertical" },
});

export function Field({
  className,
  orientation = "vertical",
  ...props
}: ComponentProps<"div"> & VariantProps<typeof fieldVariants>) {
  return (
    <div
      data-slot="field"
      data-orientation={orientation}
      className={cn(fieldVariants({ orientation }), className)}
      {...props}
    />
  );
}

export function FieldGroup({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="field-group"
      className={cn("@container/fields flex w-full flex-col gap-4", className)}
      {...props}
    />
  );
}

export function FieldSet({ className, ...props }: ComponentProps<"fieldset">) {
  return (
    <fieldset
      data-slot="field-set"
      className={cn("flex min-w-0 flex-col gap-4 has-[>[data-slot=radio-group]]:gap-2", className)}
      {...props}
    />
  );
}

export function FieldLegend({
  className,
  variant = "legend",
  ...props
}: ComponentProps<"legend"> & { variant?: "legend" | "label" }) {
  return (
    <legend
      data-slot="field-legend"
      className={cn("mb-2 font-medium", variant === "label" ? "text-ui" : "text-prose", className)}
      {...props}
    />
  );
}

/** A label that wraps a whole field is styled as a selectable card. */
export function FieldLabel({
  required = false,
  className,
  children,
  ...props
}: ComponentProps<typeof Label> & { required?: boolean }) {
  return (
    <Label
      data-slot="field-label"
      className={cn(
        "has-[>[data-slot=field]]:flex has-[>[data-slot=field]]:rounded-in has-[>[data-slot=field]]:border",
        "has-[>[data-slot=field]]:border-line-strong has-[>[data-slot=field]]:p-3 has-[>[data-slot=field]]:font-normal",
        "has-[>[data-slot=field]]:has-data-[state=checked]:border-ink has-[>[data-slot=field]]:has-data-[state=checked]:bg-fill",
        className,
      )}
      {...props}
    >
      {children}
      {required && (
        <span aria-hidden className="ml-1 font-normal text-ink-3">
          *
        </span>
      )}
    </Label>
  );
}

export function FieldContent({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="field-content"
      className={cn("flex min-w-0 flex-1 flex-col gap-0.5", className)}
      {...props}
    />
  );
}

export function FieldTitle({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="field-title" className={cn("text-ui font-medium", className)} {...props} />;
}

export function FieldDescription({ className, ...props }: ComponentProps<"p">) {
  return <p data-slot="field-description" className={cn("text-meta text-ink-3", className)} {...props} />;
}

export function FieldSeparator({ className, children, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="field-separator"
      className={cn("flex items-center gap-3 text-meta text-ink-3", className)}
      {...props}
    >
      <Separator className="flex-1" />
      {children}
      {children && <Separator className="flex-1" />}
    </div>
  );
}

export { FieldError } from "./field-error";
