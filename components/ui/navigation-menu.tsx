"use client";

import { cva } from "class-variance-authority";
import { ChevronDown } from "lucide-react";
import { NavigationMenu as NavPrimitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** With `viewport`, all contents open in one place below the list, otherwise below their triggers. */
export function NavigationMenu({
  className,
  children,
  viewport = true,
  ...props
}: ComponentProps<typeof NavPrimitive.Root> & { viewport?: boolean }) {
  return (
    <NavPrimitive.Root
      data-slot="navigation-menu"
      data-viewport={viewport}
      className={cn(
        "group/navigation-menu relative z-10 flex max-w-max flex-1 items-center justify-center",
        className,
      )}
      {...props}
    >
      {children}
      {viewport && <NavigationMenuViewport />}
    </NavPrimitive.Root>
  );
}

export function NavigationMenuList({ className, ...props }: ComponentProps<typeof NavPrimitive.List>) {
  return (
    <NavPrimitive.List
      data-slot="navigation-menu-list"
      className={cn("group flex flex-1 list-none flex-wrap items-center gap-1", className)}
      {...props}
    />
  );
}

export function NavigationMenuItem({ className, ...props }: ComponentProps<typeof NavPrimitive.Item>) {
  return (
    <NavPrimitive.Item
      data-slot="navigation-menu-item"
      className={cn("group-data-[viewport=false]/navigation-menu:relative", className)}
      {...props}
    />
  );
}

export const navigationMenuTriggerStyle = cva([
  "group inline-flex h-control w-max items-center justify-center gap-1 rounded-in px-3 text-ui font-medium text-ink-2",
  "transition-colors hover:bg-fill-hover hover:text-ink data-[state=open]:bg-fill-press data-[state=open]:text-ink",
  "data-[active=true]:bg-fill-press data-[active=true]:text-ink disabled:text-ink-3",
]);

export function NavigationMenuTrigger({
  className,
  children,
  ...props
}: ComponentProps<typeof NavPrimitive.Trigger>) {
  return (
    <NavPrimitive.Trigger
      data-slot="navigation-menu-trigger"
      className={cn(navigationMenuTriggerStyle(), className)}
      {...props}
    >
      {children}
      <ChevronDown aria-hidden className="size-3.5 transition-transform group-data-[state=open]:rotate-180" />
    </NavPrimitive.Trigger>
  );
}

export function NavigationMenuContent({ className, ...props }: ComponentProps<typeof NavPrimitive.Content>) {
  return (
    <NavPrimitive.Content
      data-slot="navigation-menu-content"
      className={cn(
        "top-0 left-0 w-full p-1.5 text-ui sm:absolute sm:w-auto",
        "group-data-[viewport=false]/navigation-menu:absolute group-data-[viewport=false]/navigation-menu:top-full",
        "group-data-[viewport=false]/navigation-menu:mt-1.5 group-data-[viewport=false]/navigation-menu:w-auto",
        "group-data-[viewport=false]/navigation-menu:rounded-in group-data-[viewport=false]/navigation-menu:bg-float",
        "group-data-[viewport=false]/navigation-menu:shadow-float group-data-[viewport=false]/navigation-menu:data-[state=open]:animate-appear",
        className,
      )}
      {...props}
    />
  );
}

export function NavigationMenuViewport({
  className,
  ...props
}: ComponentProps<typeof NavPrimitive.Viewport>) {
  return (
    <div className="absolute top-full left-0 isolate z-50 flex justify-center">
      <NavPrimitive.Viewport
        data-slot="navigation-menu-viewport"
        className={cn(
          "relative mt-1.5 h-(--radix-navigation-menu-viewport-height) w-full overflow-hidden rounded-in bg-float text-ink",
          "shadow-float data-[state=open]:animate-appear sm:w-(--radix-navigation-menu-viewport-width)",
          className,
        )}
        {...props}
      />
    </div>
  );
}

export function NavigationMenuLink({ className, ...props }: ComponentProps<typeof NavPrimitive.Link>) {
  return (
    <NavPrimitive.Link
      data-slot="navigation-menu-link"
      className={cn(
        "flex flex-col gap-0.5 rounded-[4px] p-2 text-ui -outline-offset-2 transition-colors hover:bg-fill-hover",
        "data-[active=true]:bg-fill-press [&_:where(svg:not([class*='size-']))]:size-4",
        className,
      )}
      {...props}
    />
  );
}

export function NavigationMenuIndicator({
  className,
  ...props
}: ComponentProps<typeof NavPrimitive.Indicator>) {
  return (
    <NavPrimitive.Indicator
      data-slot="navigation-menu-indicator"
      className={cn("top-full z-10 flex h-1.5 items-end justify-center overflow-hidden", className)}
      {...props}
    >
      <div className="relative top-[60%] size-2 rotate-45 bg-float shadow-float" />
    </NavPrimitive.Indicator>
  );
}
