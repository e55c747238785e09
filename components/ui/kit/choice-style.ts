import { cn } from "@/components/ui/cn";

/** Classes of one of several choices in a row, such as the views of a page. */
export const choice = (isChosen: boolean) =>
  cn(
    "flex h-7 shrink-0 items-center rounded-in px-2 text-ink-2 -outline-offset-2 transition-colors hover:bg-fill-hover hover:text-ink max-md:h-10",
    isChosen && "bg-fill-press font-medium text-ink hover:bg-fill-press",
  );
