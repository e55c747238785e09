import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { Markdown } from "@/components/draw/markdown/markdown";
import { cn } from "@/components/ui/cn";
import { t } from "@/lib/shared/i18n/en/blocks";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { BlockProps } from "./props";

const looks = {
  info: {
    Icon: Info,
    get name() {
      return common("note");
    },
    box: "bg-fill",
    icon: "text-ink-2",
  },
  success: {
    Icon: CircleCheck,
    get name() {
      return common("done");
    },
    box: "bg-success-wash",
    icon: "text-success",
  },
  warning: {
    Icon: TriangleAlert,
    get name() {
      return t("careful");
    },
    box: "bg-warning-wash",
    icon: "text-warning",
  },
  danger: {
    Icon: CircleAlert,
    get name() {
      return t("problem");
    },
    box: "bg-danger-wash",
    icon: "text-danger",
  },
};

export function AlertBlock({ block }: BlockProps<"alert">) {
  const { Icon, name, box, icon } = looks[block.variant];
  return (
    // Only urgent alerts get a role that interrupts a screen reader.
    <div
      role={block.variant === "danger" ? "alert" : "status"}
      className={cn("flex gap-3 rounded-in px-3 py-2.5", box)}
    >
      <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", icon)} />
      <span className="sr-only">{name}:</span>
      <Markdown text={block.content} className="text-ui" />
    </div>
  );
}
