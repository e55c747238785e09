"use client";

import { CircleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { Label } from "./label";

/** One field: label, control, then a hint or what is wrong with it. */
export function Field({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="field" className={cn("flex min-w-0 flex-col gap-1", className)} {...props} />;
}

export function FieldGroup({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="field-group" className={cn("flex flex-col gap-4", className)} {...props} />;
}

export function FieldLabel({
  required = false,
  children,
  ...props
}: ComponentProps<typeof Label> & { required?: boolean }) {
  return (
    <Label {...props}>
      {children}
      {required && (
        <span aria-hidden className="ml-1 font-normal text-ink-3">
          *
        </span>
      )}
    </Label>
  );
}

export function FieldDescription({ className, ...props }: ComponentProps<"p">) {
  return <p data-slot="field-description" className={cn("text-meta text-ink-3", className)} {...props} />;
}

/** Nothing without text, so that it may stand in the tree while all is well. */
export function FieldError({ className, children, ...props }: ComponentProps<"p">) {
  if (!children) return null;
  return (
    <p data-slot="field-error" className={cn("flex gap-1 text-meta text-danger", className)} {...props}>
      <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
