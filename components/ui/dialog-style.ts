import { cn } from "./cn";

export const dialogVeil = "fixed inset-0 z-50 animate-fade bg-veil";
export const dialogPanel = cn(
  "fixed inset-0 z-50 m-auto flex h-fit max-h-[calc(100dvh-48px)] w-[calc(100vw-24px)] max-w-form flex-col gap-4",
  "animate-arrive overflow-auto rounded-sheet bg-sheet p-5 text-ui text-ink shadow-float outline-none",
);
