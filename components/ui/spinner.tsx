import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { t } from "@/lib/shared/i18n/en/ui";
import { cn } from "./cn";

export function Spinner({ className, ...props }: ComponentProps<"svg">) {
  return (
    <LoaderCircle
      role="status"
      aria-label={t("loading")}
      data-slot="spinner"
      className={cn("size-4 animate-turn", className)}
      {...props}
    />
  );
}
