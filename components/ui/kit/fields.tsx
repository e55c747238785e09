"use client";

import { type ReactNode, useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";

export function CheckField({
  label,
  isOn,
  onToggle,
}: {
  label: string;
  isOn: boolean;
  onToggle: () => void;
}) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex items-start gap-2 wrap-anywhere">
      <Checkbox id={id} className="mt-0.5" checked={isOn} onCheckedChange={onToggle} />
      {label}
    </label>
  );
}

export function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-ui font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
