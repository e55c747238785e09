import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { Separator } from "./separator";

export function ItemGroup({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="item-group" className={cn("flex flex-col", className)} {...props} />;
}

export function ItemSeparator({ className, ...props }: ComponentProps<typeof Separator>) {
  return <Separator data-slot="item-separator" className={cn("my-0", className)} {...props} />;
}

const itemVariants = cva(
  [
    "group/item flex flex-wrap items-center rounded-in border border-transparent text-ui text-ink transition-colors",
    "[a&]:hover:bg-fill-hover",
  ],
  {
    variants: {
      variant: { default: "bg-transparent", outline: "border-line-strong", muted: "bg-fill" },
      size: { default: "gap-3 p-3", sm: "gap-2 px-3 py-2", xs: "gap-2 px-2 py-1" },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

export function Item({
  className,
  variant,
  size,
  asChild = false,
  ...props
}: ComponentProps<"div"> & VariantProps<typeof itemVariants> & { asChild?: boolean }) {
  const Root = asChild ? Slot.Root : "div";
  return <Root data-slot="item" className={cn(itemVariants({ variant, size }), className)} {...props} />;
}

const mediaVariants = cva(
  "flex shrink-0 items-center justify-center gap-2 group-has-[[data-slot=item-description]]/item:self-start",
  {
    variants: {
      variant: {
        default: "bg-transparent [&_:where(svg:not([class*='size-']))]:size-4",
        icon: "size-8 rounded-in bg-fill text-ink-2 [&_:where(svg:not([class*='size-']))]:size-4",
        image: "size-10 overflow-hidden rounded-in [&_img]:size-full [&_img]:object-cover",
      },
    },
    defaultVariants: { variant: "default" },
  },
);

export function ItemMedia({
  className,
  variant,
  ...props
}: ComponentProps<"div"> & VariantProps<typeof mediaVariants>) {
  return <div data-slot="item-media" className={cn(mediaVariants({ variant }), className)} {...props} />;
}

export function ItemContent({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="item-content"
      className={cn("flex min-w-0 flex-1 flex-col gap-0.5 [&+[data-slot=item-content]]:flex-none", className)}
      {...props}
    />
  );
}

export function ItemTitle({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="item-title"
      className={cn("flex w-fit max-w-full items-center gap-2 font-medium", className)}
      {...props}
    />
  );
}

export function ItemDescription({ className, ...props }: ComponentProps<"p">) {
  return (
    <p
      data-slot="item-description"
      className={cn("line-clamp-2 font-normal text-ink-2", className)}
      {...props}
    />
  );
}

export function ItemActions({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="item-actions" className={cn("flex items-center gap-2", className)} {...props} />;
}

export function ItemHeader({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="item-header"
      className={cn("flex basis-full items-center justify-between gap-2", className)}
      {...props}
    />
  );
}

export function ItemFooter({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="item-footer"
      className={cn("flex basis-full items-center justify-between gap-2", className)}
      {...props}
    />
  );
}
