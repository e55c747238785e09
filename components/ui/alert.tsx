import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const alertVariants = cva(
  [
    "relative grid w-full grid-cols-[0_1fr] items-start gap-y-0.5 rounded-in px-3 py-2.5 text-ui text-ink",
    "has-[>svg]:grid-cols-[16px_1fr] has-[>svg]:gap-x-3 has-[>[data-slot=alert-action]]:pr-24",
    "[&>svg]:mt-0.5 [&>svg]:size-4",
  ],
  {
    variants: {
      variant: {
        default: "bg-fill [&>svg]:text-ink-2",
        success: "bg-success-wash [&>svg]:text-success",
        warning: "bg-warning-wash [&>svg]:text-warning",
        destructive: "bg-danger-wash [&>svg]:text-danger",
      },
    },
    defaultVariants: { variant: "default" },
  },
);

/** Grid of an optional icon as the first child, then a title and a description. */
export function Alert({
  className,
  variant,
  ...props
}: ComponentProps<"div"> & VariantProps<typeof alertVariants>) {
  return (
    <div data-slot="alert" role="alert" className={cn(alertVariants({ variant }), className)} {...props} />
  );
}

export function AlertTitle({ className, ...props }: ComponentProps<"div">) {
  return (
    <div data-slot="alert-title" className={cn("col-start-2 min-h-4 font-medium", className)} {...props} />
  );
}

export function AlertDescription({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="alert-description"
      className={cn("col-start-2 grid justify-items-start gap-1 text-ink-2", className)}
      {...props}
    />
  );
}

export function AlertAction({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="alert-action"
      className={cn("absolute top-2 right-2 phone:top-1", className)}
      {...props}
    />
  );
}
