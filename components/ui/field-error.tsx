import { CircleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";

type FieldErrorProps = ComponentProps<"p"> & { errors?: ({ message?: string } | undefined)[] };

/** Renders nothing without a message, so callers can always include it. */
export function FieldError({ className, children, errors = [], ...props }: FieldErrorProps) {
  const messages = [...new Set(errors.flatMap((error) => error?.message || []))];
  const text = children || messages.join(" ");
  if (!text) return null;
  return (
    <p data-slot="field-error" className={cn("flex gap-1 text-meta text-danger", className)} {...props}>
      <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
      <span>{text}</span>
    </p>
  );
}
