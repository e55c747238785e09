import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";

type IconButtonProps = Omit<ButtonProps, "aria-label" | "asChild"> & {
  label: string;
  side?: Side;
  children: ReactNode;
};

export type Side = "top" | "right" | "bottom" | "left";

export function IconButton({ label, side, variant = "ghost", size = "icon", ...props }: IconButtonProps) {
  return <Button aria-label={label} variant={variant} size={size} {...tipOf(label, side)} {...props} />;
}

/**
 * Returns the attributes of a tooltip (see tooltip-layer.tsx). The accessible name must contain the same
 * text.
 */
export const tipOf = (label: string, side?: Side) => ({ "data-tip": label, "data-tip-side": side });
