import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** Id of the main content, the target of the skip link. */
export const CONTENT = "content";

export const pageGround = [
  "outline-none",
  "relative min-w-0 flex-1 overflow-y-auto bg-table bg-fixed print:overflow-visible",
  "[background-image:radial-gradient(120%_90%_at_50%_0%,var(--table-lit),var(--table))]",
].join(" ");

export function PageMain({ className, ...props }: Omit<ComponentProps<"main">, "id" | "tabIndex">) {
  return <main id={CONTENT} tabIndex={-1} className={cn(pageGround, className)} {...props} />;
}
