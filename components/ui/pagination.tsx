import { ChevronLeft, ChevronRight, Ellipsis } from "lucide-react";
import type { ComponentProps, KeyboardEvent } from "react";
import { t } from "@/lib/shared/i18n/en/ui";
import { type ButtonProps, buttonVariants } from "./button";
import { cn } from "./cn";

export function Pagination({ className, ...props }: ComponentProps<"nav">) {
  return (
    <nav
      data-slot="pagination"
      aria-label={t("pages")}
      className={cn("mx-auto flex w-full justify-center", className)}
      {...props}
    />
  );
}

export function PaginationContent({ className, ...props }: ComponentProps<"ul">) {
  return (
    <ul
      data-slot="pagination-content"
      className={cn("flex flex-wrap items-center gap-1", className)}
      {...props}
    />
  );
}

export function PaginationItem(props: ComponentProps<"li">) {
  return <li data-slot="pagination-item" {...props} />;
}

type PaginationLinkProps = ComponentProps<"a"> & Pick<ButtonProps, "size"> & { isActive?: boolean };

export function PaginationLink({ className, isActive, size = "icon", ...props }: PaginationLinkProps) {
  return (
    <a
      data-slot="pagination-link"
      data-active={isActive}
      aria-current={isActive ? "page" : undefined}
      className={cn(
        buttonVariants({ variant: isActive ? "outline" : "ghost", size }),
        "tabular-nums aria-disabled:pointer-events-none aria-disabled:bg-transparent",
        className,
      )}
      {...(props.href === undefined && asButton)}
      {...props}
    />
  );
}

/** A link without `href` but with `onClick` acts as a button. */
const asButton = {
  role: "button",
  tabIndex: 0,
  onKeyDown: (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.currentTarget.click();
  },
};

type TurnProps = ComponentProps<typeof PaginationLink> & { text?: string };

export function PaginationPrevious({ text = t("previous"), ...props }: TurnProps) {
  return (
    <PaginationLink aria-label={t("previousPage")} size="default" {...props}>
      <ChevronLeft aria-hidden />
      <span className="hidden sm:block">{text}</span>
    </PaginationLink>
  );
}

export function PaginationNext({ text = t("next"), ...props }: TurnProps) {
  return (
    <PaginationLink aria-label={t("nextPage")} size="default" {...props}>
      <span className="hidden sm:block">{text}</span>
      <ChevronRight aria-hidden />
    </PaginationLink>
  );
}

export function PaginationEllipsis({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      data-slot="pagination-ellipsis"
      className={cn("flex size-control items-center justify-center text-ink-3", className)}
      {...props}
    >
      <Ellipsis aria-hidden className="size-4" />
      <span className="sr-only">{t("morePages")}</span>
    </span>
  );
}
