"use client";

import { Avatar as AvatarPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

type AvatarProps = ComponentProps<typeof AvatarPrimitive.Root> & { size?: "sm" | "default" | "lg" };

export function Avatar({ className, size = "default", ...props }: AvatarProps) {
  return (
    <AvatarPrimitive.Root
      data-slot="avatar"
      data-size={size}
      className={cn(
        "group/avatar relative flex size-8 shrink-0 rounded-full select-none data-[size=lg]:size-10 data-[size=sm]:size-6",
        className,
      )}
      {...props}
    />
  );
}

export function AvatarImage({ className, ...props }: ComponentProps<typeof AvatarPrimitive.Image>) {
  return (
    <AvatarPrimitive.Image
      data-slot="avatar-image"
      className={cn("aspect-square size-full rounded-full object-cover", className)}
      {...props}
    />
  );
}

/** Initials that are shown while the image loads and if it fails. */
export function AvatarFallback({ className, ...props }: ComponentProps<typeof AvatarPrimitive.Fallback>) {
  return (
    <AvatarPrimitive.Fallback
      data-slot="avatar-fallback"
      className={cn(
        "flex size-full items-center justify-center rounded-full bg-fill-press text-meta text-ink-2 [&_svg]:size-4",
        className,
      )}
      {...props}
    />
  );
}

export function AvatarBadge({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      data-slot="avatar-badge"
      className={cn(
        "absolute right-0 bottom-0 flex size-2.5 items-center justify-center rounded-full bg-ink text-on-ink",
        "shadow-[0_0_0_2px_var(--sheet)] [&>svg]:size-2",
        className,
      )}
      {...props}
    />
  );
}

export function AvatarGroup({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="avatar-group"
      className={cn(
        "flex -space-x-2 *:data-[slot=avatar]:bg-sheet *:data-[slot=avatar]:shadow-[0_0_0_2px_var(--sheet)]",
        className,
      )}
      {...props}
    />
  );
}

export function AvatarGroupCount({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="avatar-group-count"
      className={cn(
        "relative flex size-8 shrink-0 items-center justify-center rounded-full bg-float text-meta text-ink-2 tabular-nums",
        "shadow-[inset_0_0_0_1px_var(--line),0_0_0_2px_var(--sheet)] [&>svg]:size-4",
        className,
      )}
      {...props}
    />
  );
}
