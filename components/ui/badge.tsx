import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const badgeVariants = cva(
  [
    "inline-flex h-5 w-fit shrink-0 items-center justify-center gap-1 rounded-in border border-transparent px-1.5",
    "text-meta whitespace-nowrap tabular-nums transition-colors [&_svg]:pointer-events-none [&_svg]:size-3",
  ],
  {
    variants: {
      variant: {
        default: "bg-ink font-medium text-on-ink [a&]:hover:bg-ink/88",
        secondary: "bg-fill-press text-ink-2 [a&]:hover:text-ink",
        outline: "border-line-strong text-ink-2 [a&]:hover:bg-fill-hover",
        ghost: "text-ink-2 [a&]:hover:bg-fill-hover",
        link: "text-ink underline decoration-line-control underline-offset-4 [a&]:hover:decoration-ink",
        accent: "bg-(--accent) font-medium text-on-accent",
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
  asChild = false,
  ...props
}: ComponentProps<"span"> & VariantProps<typeof badgeVariants> & { asChild?: boolean }) {
  const Root = asChild ? Slot.Root : "span";
  return <Root data-slot="badge" className={cn(badgeVariants({ variant }), className)} {...props} />;
}
