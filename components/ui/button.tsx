import { cva, type VariantProps } from "class-variance-authority";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/**
 * The `default` variant has the text colour as background. Use `accent` only for actions that the agent waits
 * for. To explain why a button is disabled, use `aria-disabled` with a tooltip, because a `disabled` button
 * gets no pointer events.
 */
export const buttonVariants = cva(
  [
    "inline-flex shrink-0 items-center justify-center gap-2 rounded-in border border-transparent text-ui font-medium",
    "whitespace-nowrap transition-colors select-none [&_:where(svg:not([class*='size-']))]:size-4 [&_svg]:shrink-0",
    "disabled:cursor-default disabled:border-transparent disabled:bg-fill-press disabled:text-ink-3",
    "aria-disabled:cursor-default aria-disabled:border-transparent aria-disabled:bg-fill-press aria-disabled:text-ink-3",
  ],
  {
    variants: {
      variant: {
        default: "bg-ink text-on-ink not-disabled:hover:bg-ink/88",
        accent: "bg-(--accent) text-on-accent not-disabled:hover:bg-accent-hover",
        "accent-outline":
          "border-accent-line bg-transparent text-(--accent) not-disabled:hover:border-(--accent)",
        outline:
          "border-line-strong bg-sheet text-ink not-disabled:hover:border-line-control not-disabled:hover:bg-fill-hover",
        secondary: "bg-fill text-ink not-disabled:hover:bg-fill-press",
        ghost:
          "bg-transparent text-ink-2 not-disabled:hover:bg-fill-hover not-disabled:hover:text-ink not-disabled:active:bg-fill-press disabled:bg-transparent aria-disabled:bg-transparent",
        destructive:
          "border-line-strong bg-sheet text-danger not-disabled:hover:border-danger not-disabled:hover:bg-danger-wash",
        link: "h-auto! bg-transparent p-0! text-ink underline decoration-line-control underline-offset-4 not-disabled:hover:decoration-ink",
      },
      size: {
        default: "h-control px-3",
        xs: "h-control-small gap-1 px-1.5 text-meta [&_:where(svg:not([class*='size-']))]:size-3.5",
        sm: "h-control-small gap-1.5 px-2",
        lg: "h-10 px-5 phone:h-12",
        icon: "size-control",
        "icon-xs": "size-control-small [&_:where(svg:not([class*='size-']))]:size-3.5",
        "icon-sm": "size-control-small",
        "icon-lg": "size-10 phone:size-12",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

export type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonVariants> & { asChild?: boolean };

/** Defaults to `type="button"` if it has a click handler, so that it does not submit a form. */
export function Button({ className, variant, size, asChild = false, type, ...props }: ButtonProps) {
  const Root = asChild ? Slot.Root : "button";
  return (
    <Root
      data-slot="button"
      type={type ?? (asChild || !props.onClick ? undefined : "button")}
      className={cn(buttonVariants({ variant, size }), className)}
      {...props}
    />
  );
}
