import { ChevronRight, Ellipsis } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { t } from "@/lib/shared/i18n/en/ui";
import { cn } from "./cn";

export function Breadcrumb(props: ComponentProps<"nav">) {
  return <nav data-slot="breadcrumb" aria-label={t("breadcrumb")} {...props} />;
}

export function BreadcrumbList({ className, ...props }: ComponentProps<"ol">) {
  return (
    <ol
      data-slot="breadcrumb-list"
      className={cn("flex flex-wrap items-center gap-1.5 text-ui wrap-anywhere text-ink-2", className)}
      {...props}
    />
  );
}

export function BreadcrumbItem({ className, ...props }: ComponentProps<"li">) {
  return (
    <li
      data-slot="breadcrumb-item"
      className={cn("inline-flex items-center gap-1.5", className)}
      {...props}
    />
  );
}

export function BreadcrumbLink({
  asChild = false,
  className,
  ...props
}: ComponentProps<"a"> & { asChild?: boolean }) {
  const Root = asChild ? Slot.Root : "a";
  return (
    <Root
      data-slot="breadcrumb-link"
      className={cn(
        "rounded-[4px] underline decoration-line-control underline-offset-4 transition-colors hover:text-ink hover:decoration-ink",
        className,
      )}
      {...props}
    />
  );
}

export function BreadcrumbPage({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      data-slot="breadcrumb-page"
      aria-current="page"
      className={cn("font-medium text-ink", className)}
      {...props}
    />
  );
}

export function BreadcrumbSeparator({ children, className, ...props }: ComponentProps<"li">) {
  return (
    <li
      data-slot="breadcrumb-separator"
      role="presentation"
      aria-hidden
      className={cn("text-ink-3 [&>svg]:size-3.5", className)}
      {...props}
    >
      {children ?? <ChevronRight />}
    </li>
  );
}

export function BreadcrumbEllipsis({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      data-slot="breadcrumb-ellipsis"
      className={cn("flex size-5 items-center justify-center", className)}
      {...props}
    >
      <Ellipsis aria-hidden className="size-4" />
      <span className="sr-only">{t("more")}</span>
    </span>
  );
}
