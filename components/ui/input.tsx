import type { ComponentProps } from "react";
import { cn } from "./cn";

export const fieldBox = [
  "w-full min-w-0 rounded-in border border-line-strong bg-sheet text-field text-ink transition-colors",
  "not-disabled:hover:border-line-control",
  "focus-visible:border-ink! focus-visible:outline-none focus-visible:shadow-[inset_0_0_0_0.5px_var(--ink),0_0_0_3px_var(--fill-press)]",
  "aria-invalid:border-danger!",
  "aria-invalid:focus-visible:shadow-[inset_0_0_0_0.5px_var(--danger),0_0_0_3px_var(--fill-press)]",
  "disabled:bg-fill-press disabled:text-ink-3",
  "forced-colors:focus-visible:outline-2",
].join(" ");

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return (
    <input
      data-slot="input"
      type={type}
      className={cn(
        fieldBox,
        "h-control px-2.5 file:mr-3 file:h-full file:border-0 file:bg-transparent file:p-0 file:font-medium file:text-ink",
        className,
      )}
      {...props}
    />
  );
}
