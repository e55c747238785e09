import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";

type IconButtonProps = Omit<ButtonProps, "aria-label" | "asChild"> & {
  /** The icon's name, for the tooltip and for those who cannot see it. */
  label: string;
  side?: Side;
  children: ReactNode;
};

export type Side = "top" | "right" | "bottom" | "left";

/** A button that is only an icon: its label is its tooltip. */
export function IconButton({ label, side, variant = "ghost", size = "icon", ...props }: IconButtonProps) {
  return <Button aria-label={label} variant={variant} size={size} {...tipOf(label, side)} {...props} />;
}

/** Names an icon to those who point at it: see tooltip-layer.tsx. Its accessible name must say the same. */
export const tipOf = (label: string, side?: Side) => ({ "data-tip": label, "data-tip-side": side });
