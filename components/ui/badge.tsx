import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const badgeVariants = cva(
  "inline-flex h-5 shrink-0 items-center gap-1 rounded-in px-1.5 text-meta whitespace-nowrap tabular-nums [&_svg]:size-3",
  {
    variants: {
      variant: {
        default: "bg-fill text-ink-2",
        outline: "border border-line-strong text-ink-2",
        accent: "bg-accent font-medium text-on-accent",
        success: "bg-success-wash text-success",
        warning: "bg-warning-wash text-warning",
        destructive: "bg-danger-wash text-danger",
      },
    },
    defaultVariants: { variant: "default" },
  },
);

export function Badge({
  className,
  variant,
  ...props
}: ComponentProps<"span"> & VariantProps<typeof badgeVariants>) {
  return <span data-slot="badge" className={cn(badgeVariants({ variant }), className)} {...props} />;
}
