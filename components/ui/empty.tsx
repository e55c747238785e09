import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Empty({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="empty"
      className={cn(
        "flex min-w-0 flex-1 flex-col items-center justify-center gap-4 rounded-sheet border-line-strong border-dashed p-6",
        "text-center text-ui text-balance text-ink",
        className,
      )}
      {...props}
    />
  );
}

export function EmptyHeader({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="empty-header"
      className={cn("flex max-w-sm flex-col items-center gap-1", className)}
      {...props}
    />
  );
}

const mediaVariants = cva("mb-1 flex shrink-0 items-center justify-center [&_svg]:shrink-0", {
  variants: {
    variant: {
      default: "bg-transparent",
      icon: "size-8 rounded-in bg-fill text-ink-2 [&_:where(svg:not([class*='size-']))]:size-4",
    },
  },
  defaultVariants: { variant: "default" },
});

export function EmptyMedia({
  className,
  variant,
  ...props
}: ComponentProps<"div"> & VariantProps<typeof mediaVariants>) {
  return <div data-slot="empty-media" className={cn(mediaVariants({ variant }), className)} {...props} />;
}

export function EmptyTitle({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="empty-title" className={cn("text-prose font-medium", className)} {...props} />;
}

export function EmptyDescription({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="empty-description"
      className={cn("text-ink-2 [&>a]:underline [&>a]:underline-offset-4", className)}
      {...props}
    />
  );
}

export function EmptyContent({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="empty-content"
      className={cn("flex w-full min-w-0 max-w-sm flex-col items-center gap-3", className)}
      {...props}
    />
  );
}
