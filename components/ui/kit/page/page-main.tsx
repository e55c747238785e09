import type { ComponentProps } from "react";
import { cn } from "@/components/ui/cn";

/** The id of the main content, where the link past the navigation leads. */
export const CONTENT = "content";

/** The table, lit from above, as under the canvas. */
export const pageGround = [
  "outline-none",
  "relative min-w-0 flex-1 overflow-y-auto bg-table bg-fixed print:overflow-visible",
  "[background-image:radial-gradient(120%_90%_at_50%_0%,var(--table-lit),var(--table))]",
].join(" ");

/** The main content of a page that is no conversation. */
export function PageMain({ className, ...props }: Omit<ComponentProps<"main">, "id" | "tabIndex">) {
  return <main id={CONTENT} tabIndex={-1} className={cn(pageGround, className)} {...props} />;
}
