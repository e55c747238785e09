"use client";

import { OTPInput, OTPInputContext } from "input-otp";
import { Minus } from "lucide-react";
import { type ComponentProps, use } from "react";
import { t } from "@/lib/shared/i18n/en/ui";
import { cn } from "./cn";

type InputOTPProps = ComponentProps<typeof OTPInput> & { containerClassName?: string };

/** Short code. It is a single field drawn as boxes, so that paste and screen readers work. */
export function InputOTP({ className, containerClassName, ...props }: InputOTPProps) {
  return (
    <OTPInput
      data-slot="input-otp"
      aria-label={props.id || props["aria-labelledby"] ? undefined : t("code")}
      containerClassName={cn("flex items-center gap-2 has-disabled:text-ink-3", containerClassName)}
      className={className}
      {...props}
    />
  );
}

export function InputOTPGroup({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="input-otp-group" className={cn("flex items-center", className)} {...props} />;
}

export function InputOTPSlot({ index, className, ...props }: ComponentProps<"div"> & { index: number }) {
  const slot = use(OTPInputContext)?.slots[index];
  return (
    <div
      data-slot="input-otp-slot"
      data-active={slot?.isActive}
      className={cn(
        "relative flex size-control items-center justify-center border-y border-r border-line-strong bg-sheet text-field",
        "tabular-nums transition-colors first:rounded-l-in first:border-l last:rounded-r-in aria-invalid:border-danger",
        "data-[active=true]:z-10 data-[active=true]:border-ink",
        "data-[active=true]:shadow-[-1px_0_0_var(--ink),0_0_0_3px_var(--fill-press)]",
        className,
      )}
      {...props}
    >
      {slot?.char}
      {slot?.hasFakeCaret && <span aria-hidden className="absolute h-4 w-px bg-ink" />}
    </div>
  );
}

export function InputOTPSeparator({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="input-otp-separator"
      aria-hidden
      className={cn("text-ink-3 [&_svg]:size-4", className)}
      {...props}
    >
      <Minus />
    </div>
  );
}
