"use client";

import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from "@/components/ui/dialog";

type PanelDialogProps = {
  title: ReactNode;
  about: ReactNode;
  aboutClassName?: string;
  isWide?: boolean;
  onOpenAutoFocus?: (event: Event) => void;
  onClose: () => void;
  children: ReactNode;
};

export function PanelDialog(props: PanelDialogProps) {
  const { title, about, aboutClassName, isWide, onOpenAutoFocus, onClose, children } = props;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        className={cn(
          "max-h-[calc(100dvh-24px)] gap-0 overflow-hidden p-0",
          isWide ? "max-w-160" : "max-w-140",
        )}
        onOpenAutoFocus={onOpenAutoFocus}
      >
        <div className="shrink-0 border-line border-b py-4 pr-12 pl-5">
          <DialogTitle className="truncate">{title}</DialogTitle>
          <DialogDescription className={aboutClassName}>{about}</DialogDescription>
        </div>
        {children}
      </DialogContent>
    </Dialog>
  );
}

export function PanelFooter(props: Omit<ComponentProps<"div">, "className">) {
  return <DialogFooter className="shrink-0 justify-end border-line border-t px-5 py-3" {...props} />;
}
