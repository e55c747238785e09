"use client";

import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

type DisclosureButtonProps = {
  isOpen: boolean;
  controls: string;
  /** True if the content has several lines, so that the chevron is aligned with the first. */
  isTop?: boolean;
  className: string;
  onOpen: (isOpen: boolean) => void;
  children: ReactNode;
};

export const DisclosureButton = (props: DisclosureButtonProps) => {
  const { isOpen, controls, isTop, className, onOpen, children } = props;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={() => onOpen(!isOpen)}
      className={cn("flex gap-2.5 text-left transition-colors hover:bg-fill-hover", className)}
    >
      <ChevronRight
        aria-hidden
        className={cn(
          "size-4 shrink-0 text-ink-3 transition-transform",
          isTop && "mt-0.5",
          isOpen && "rotate-90",
        )}
      />
      {children}
    </button>
  );
};

type DisclosureContentProps = { id: string; isOpen: boolean; className?: string; children: ReactNode };

/** Expanded content, mounted only while the row is open. */
export const DisclosureContent = ({ id, isOpen, className, children }: DisclosureContentProps) => (
  <div id={id} hidden={!isOpen} className={className}>
    {isOpen && children}
  </div>
);
