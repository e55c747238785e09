"use client";

import { Command as CommandPrimitive, defaultFilter } from "cmdk";
import { Search } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { t } from "@/lib/shared/i18n/en/ui";
import { cn } from "./cn";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "./dialog";
import { useActiveDescendant } from "./use-active-descendant";

/** Returns from 0 to 1 how well a name or one of its keywords matches the typed text. */
export const commandScore = (name: string, typed: string, keywords?: string[]): number =>
  defaultFilter(name, typed, keywords);

export function Command({ className, ...props }: ComponentProps<typeof CommandPrimitive>) {
  const root = useRef<HTMLDivElement>(null);
  useActiveDescendant(root);
  return (
    <CommandPrimitive
      ref={root}
      data-slot="command"
      className={cn("flex min-h-0 flex-col overflow-hidden text-ui text-ink", className)}
      {...props}
    />
  );
}

type CommandDialogProps = ComponentProps<typeof Dialog> &
  Pick<ComponentProps<typeof DialogContent>, "onCloseAutoFocus" | "className" | "showCloseButton"> &
  Pick<ComponentProps<typeof Command>, "shouldFilter" | "filter"> & { title?: string; description?: string };

export function CommandDialog({
  title = t("commands"),
  description,
  className,
  showCloseButton = false,
  shouldFilter,
  filter,
  onCloseAutoFocus,
  children,
  ...props
}: CommandDialogProps) {
  return (
    <Dialog {...props}>
      <DialogContent
        showCloseButton={showCloseButton}
        {...(description ? {} : { "aria-describedby": undefined })}
        onCloseAutoFocus={onCloseAutoFocus}
        className={cn("mt-[12dvh] max-w-150 gap-0 overflow-hidden p-0 max-md:mt-3", className)}
      >
        <DialogTitle className="sr-only">{title}</DialogTitle>
        {description && <DialogDescription className="sr-only">{description}</DialogDescription>}
        {/* Vim bindings are off, because Ctrl+K, which closes the palette, would move the selection. */}
        <Command label={title} shouldFilter={shouldFilter} filter={filter} vimBindings={false} loop>
          {children}
        </Command>
      </DialogContent>
    </Dialog>
  );
}

export function CommandInput({ className, ...props }: ComponentProps<typeof CommandPrimitive.Input>) {
  return (
    <div className="flex shrink-0 items-center gap-2 border-line border-b px-3">
      <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
      {/* The selected item shows the focus, so the input needs no ring. */}
      <CommandPrimitive.Input
        data-slot="command-input"
        className={cn("h-10 min-w-0 flex-1 bg-transparent text-field outline-none phone:h-12", className)}
        {...props}
      />
    </div>
  );
}

export function CommandList({ className, ...props }: ComponentProps<typeof CommandPrimitive.List>) {
  return (
    <CommandPrimitive.List
      data-slot="command-list"
      className={cn("max-h-80 min-h-0 scroll-py-1 overflow-y-auto p-1 outline-none", className)}
      {...props}
    />
  );
}

export function CommandEmpty({ className, ...props }: ComponentProps<typeof CommandPrimitive.Empty>) {
  return (
    <CommandPrimitive.Empty
      data-slot="command-empty"
      className={cn("px-2 py-6 text-center text-ink-2", className)}
      {...props}
    />
  );
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof CommandPrimitive.Group>) {
  return (
    <CommandPrimitive.Group
      data-slot="command-group"
      className={cn(
        "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1",
        "[&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:text-ink-3",
        className,
      )}
      {...props}
    />
  );
}

export function CommandSeparator({ className, ...props }: ComponentProps<typeof CommandPrimitive.Separator>) {
  return (
    // Hidden, because a listbox may contain only options.
    <CommandPrimitive.Separator aria-hidden className={cn("-mx-1 my-1 h-px bg-line", className)} {...props} />
  );
}

export function CommandItem({ className, ...props }: ComponentProps<typeof CommandPrimitive.Item>) {
  return (
    <CommandPrimitive.Item
      data-slot="command-item"
      className={cn(
        "flex min-h-8 cursor-default items-center gap-2 rounded-[4px] px-2 py-1 outline-none select-none phone:min-h-11",
        "data-[disabled=true]:text-ink-3 data-[selected=true]:bg-fill-press data-[selected=true]:[--ink-3:var(--ink-2)] [&_:where(svg:not([class*='size-']))]:size-4 [&_svg]:shrink-0",
        className,
      )}
      {...props}
    />
  );
}

export function CommandShortcut({ className, ...props }: ComponentProps<"span">) {
  return <span className={cn("ml-auto pl-4 text-meta text-ink-3", className)} {...props} />;
}
