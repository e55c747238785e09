"use client";

import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";
import { Tooltip, TooltipContent, TooltipTrigger } from "./tooltip";

type IconButtonProps = Omit<ButtonProps, "aria-label" | "asChild"> & {
  /** The icon's name, for the tooltip and for those who cannot see it. */
  label: string;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactNode;
};

/** A button that is only an icon: its label is its tooltip. */
export function IconButton({ label, side, variant = "ghost", size = "icon", ...props }: IconButtonProps) {
  return (
    <Tooltip>
      <TooltipTrigger asChild>
        <Button aria-label={label} variant={variant} size={size} {...props} />
      </TooltipTrigger>
      <TooltipContent side={side}>{label}</TooltipContent>
    </Tooltip>
  );
}
