"use client";

import { PanelLeft } from "lucide-react";
import { type ComponentProps, type CSSProperties, useCallback, useEffect, useState } from "react";
import { t } from "@/lib/shared/i18n/en/ui";
import { Button } from "./button";
import { cn } from "./cn";
import { Input } from "./input";
import { Separator } from "./separator";
import { Sheet, SheetContent, SheetTitle } from "./sheet";
import { TooltipProvider } from "./tooltip";
import { useIsMobile } from "./use-mobile";
import { SidebarContext, useSidebar } from "./use-sidebar";

export {
  SidebarGroup,
  SidebarGroupAction,
  SidebarGroupContent,
  SidebarGroupLabel,
  SidebarMenu,
  SidebarMenuAction,
  SidebarMenuBadge,
  SidebarMenuButton,
  SidebarMenuItem,
  SidebarMenuSkeleton,
  SidebarMenuSub,
  SidebarMenuSubButton,
  SidebarMenuSubItem,
} from "./sidebar-menu";
export { useSidebar } from "./use-sidebar";

const WIDTHS = { "--sidebar-width": "224px", "--sidebar-width-icon": "48px" };

type ProviderProps = ComponentProps<"div"> & {
  defaultOpen?: boolean;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

export function SidebarProvider({
  defaultOpen = true,
  open: controlledOpen,
  onOpenChange,
  className,
  style,
  ...props
}: ProviderProps) {
  const isMobile = useIsMobile();
  const [openMobile, setOpenMobile] = useState(false);
  const [own, setOwn] = useState(defaultOpen);
  const open = controlledOpen ?? own;
  const setOpen = useCallback(
    (next: boolean) => {
      setOwn(next);
      onOpenChange?.(next);
    },
    [onOpenChange],
  );
  const toggleSidebar = useCallback(() => {
    if (isMobile) setOpenMobile((was) => !was);
    else setOpen(!open);
  }, [isMobile, open, setOpen]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "b" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      toggleSidebar();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [toggleSidebar]);

  const state = open ? "expanded" : "collapsed";
  const variables: CSSProperties = { ...WIDTHS, ...style };
  return (
    <SidebarContext value={{ state, open, setOpen, openMobile, setOpenMobile, isMobile, toggleSidebar }}>
      <TooltipProvider delayDuration={0}>
        <div
          data-slot="sidebar-wrapper"
          style={variables}
          className={cn(
            "group/sidebar-wrapper flex min-h-svh w-full text-ui has-data-[variant=inset]:bg-rail",
            className,
          )}
          {...props}
        />
      </TooltipProvider>
    </SidebarContext>
  );
}

type SidebarProps = ComponentProps<"div"> & {
  side?: "left" | "right";
  variant?: "sidebar" | "floating" | "inset";
  collapsible?: "offcanvas" | "icon" | "none";
};

export function Sidebar({
  side = "left",
  variant = "sidebar",
  collapsible = "offcanvas",
  className,
  children,
  ...props
}: SidebarProps) {
  const { state, isMobile, openMobile, setOpenMobile } = useSidebar();
  if (isMobile && collapsible !== "none")
    return (
      <Sheet open={openMobile} onOpenChange={setOpenMobile}>
        <SheetContent side={side} aria-describedby={undefined} data-slot="sidebar" data-mobile="true">
          <SheetTitle className="sr-only">{t("sidebar")}</SheetTitle>
          {children}
        </SheetContent>
      </Sheet>
    );
  const isClosed = state === "collapsed" && collapsible !== "none";
  const isHidden = isClosed && collapsible === "offcanvas";
  return (
    <div
      data-slot="sidebar"
      data-state={isClosed ? "collapsed" : "expanded"}
      data-collapsible={isClosed ? collapsible : ""}
      data-variant={variant}
      data-side={side}
      inert={isHidden}
      className={cn(
        "group peer relative shrink-0 overflow-x-clip transition-[width] data-[side=right]:order-last",
        isHidden ? "w-0" : isClosed ? "w-(--sidebar-width-icon)" : "w-(--sidebar-width)",
        variant !== "sidebar" && !isHidden && "p-2",
        className,
      )}
      {...props}
    >
      <div
        data-slot="sidebar-inner"
        className={cn(
          "sticky top-0 flex h-full max-h-svh flex-col bg-rail text-ink",
          variant === "sidebar" &&
            "border-line group-data-[side=left]:border-r group-data-[side=right]:border-l",
          variant === "floating" && "rounded-sheet shadow-sheet",
        )}
      >
        {children}
      </div>
    </div>
  );
}

export function SidebarTrigger({ onClick, ...props }: ComponentProps<typeof Button>) {
  const { toggleSidebar } = useSidebar();
  return (
    <Button
      data-slot="sidebar-trigger"
      variant="ghost"
      size="icon"
      aria-label={t("toggleSidebar")}
      onClick={(event) => {
        onClick?.(event);
        toggleSidebar();
      }}
      {...props}
    >
      <PanelLeft aria-hidden />
    </Button>
  );
}

/** Clickable edge of the sidebar. Keyboard users have the trigger. */
export function SidebarRail({ className, ...props }: ComponentProps<"button">) {
  const { toggleSidebar } = useSidebar();
  return (
    <button
      type="button"
      data-slot="sidebar-rail"
      aria-label={t("toggleSidebar")}
      tabIndex={-1}
      onClick={toggleSidebar}
      className={cn(
        "absolute inset-y-0 z-20 hidden w-2 after:absolute after:inset-y-0 after:left-1/2 after:w-px sm:block",
        "group-data-[side=left]:right-0 group-data-[side=right]:left-0 hover:after:bg-line-control",
        className,
      )}
      {...props}
    />
  );
}

export function SidebarInset({ className, ...props }: ComponentProps<"main">) {
  return (
    <main
      data-slot="sidebar-inset"
      className={cn(
        "relative flex w-full min-w-0 flex-1 flex-col bg-sheet text-ink peer-data-[variant=inset]:m-2",
        "peer-data-[variant=inset]:rounded-sheet peer-data-[variant=inset]:shadow-sheet",
        className,
      )}
      {...props}
    />
  );
}

export function SidebarHeader({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="sidebar-header" className={cn("flex flex-col gap-2 p-2", className)} {...props} />;
}

export function SidebarFooter({ className, ...props }: ComponentProps<"div">) {
  return <div data-slot="sidebar-footer" className={cn("flex flex-col gap-2 p-2", className)} {...props} />;
}

export function SidebarContent({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="sidebar-content"
      className={cn("flex min-h-0 flex-1 flex-col gap-2 overflow-x-hidden overflow-y-auto", className)}
      {...props}
    />
  );
}

export function SidebarSeparator({ className, ...props }: ComponentProps<typeof Separator>) {
  return <Separator data-slot="sidebar-separator" className={cn("mx-2 w-auto", className)} {...props} />;
}

export function SidebarInput(props: ComponentProps<typeof Input>) {
  return <Input data-slot="sidebar-input" {...props} />;
}
