import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { Markdown } from "@/components/draw/markdown/markdown";
import { cn } from "@/components/ui/cn";
import type { BlockProps } from "./props";

const looks = {
  info: { Icon: Info, name: "Note", box: "bg-fill", icon: "text-ink-2" },
  success: { Icon: CircleCheck, name: "Done", box: "bg-success-wash", icon: "text-success" },
  warning: { Icon: TriangleAlert, name: "Careful", box: "bg-warning-wash", icon: "text-warning" },
  danger: { Icon: CircleAlert, name: "Problem", box: "bg-danger-wash", icon: "text-danger" },
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
