import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { fieldBox } from "./input";

type NativeSelectProps = Omit<ComponentProps<"select">, "size"> & { size?: "sm" | "default" };

/** The browser's own select. Phones show it with their own picker. */
export function NativeSelect({ className, size = "default", ...props }: NativeSelectProps) {
  return (
    <div data-slot="native-select-wrapper" className="relative w-full min-w-0">
      <select
        data-slot="native-select"
        data-size={size}
        className={cn(
          fieldBox,
          "h-control appearance-none truncate pr-8 pl-2.5 data-[size=sm]:h-control-small",
          className,
        )}
        {...props}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-2"
      />
    </div>
  );
}

/** Use system colours, because some operating systems draw the list of options themselves. */
export function NativeSelectOption({ className, ...props }: ComponentProps<"option">) {
  return (
    <option
      data-slot="native-select-option"
      className={cn("bg-[Canvas] text-[CanvasText]", className)}
      {...props}
    />
  );
}

export function NativeSelectOptGroup({ className, ...props }: ComponentProps<"optgroup">) {
  return (
    <optgroup
      data-slot="native-select-optgroup"
      className={cn("bg-[Canvas] text-[CanvasText]", className)}
      {...props}
    />
  );
}
