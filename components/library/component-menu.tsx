"use client";

import { ExternalLink, FileDown, FilePen, Pin, PinOff, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { download } from "@/components/export/deliver";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useDeletion } from "@/components/versions/deletion";
import type { Component } from "@/lib/shared/components/contract";
import { writeComponentFile } from "./component-file";
import { DetailsDialog } from "./details-dialog";
import { useComponentPin } from "./use-component-pin";

type ComponentMenuProps = {
  trigger: ReactNode;
  component: Component;
  /** Its bundle, and what it is shown with now: so it is pinned. */
  shown: { bundle: string; props: Record<string, unknown> };
  onSaved: (component: Component) => void;
};

/** What can be done with a component as a whole. It comes open: it was asked for before it was there. */
export function ComponentMenu({ trigger, component, shown, onSaved }: ComponentMenuProps) {
  const { name } = component;
  const { remove } = useDeletion();
  const { isPinned, togglePin } = useComponentPin({ ...component, ...shown });
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      <DropdownMenu defaultOpen>
        <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={togglePin}>
            {isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
            {isPinned ? "Unpin from the canvas" : "Pin to the canvas"}
          </DropdownMenuItem>
          {/* After the menu has given the focus back, to where the dialog will return it. */}
          <DropdownMenuItem onSelect={() => setTimeout(() => setIsEditing(true))}>
            <FilePen aria-hidden />
            Description and props…
          </DropdownMenuItem>
          <DropdownMenuItem asChild>
            <a href={`/components/${name}?bare`} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              Open alone
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => download(writeComponentFile(component), `${name}.json`)}>
            <FileDown aria-hidden />
            Export as a file
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem variant="destructive" onSelect={() => void remove(name)}>
            <Trash2 aria-hidden />
            Delete
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isEditing && (
        <DetailsDialog component={component} onSaved={onSaved} onClose={() => setIsEditing(false)} />
      )}
    </>
  );
}
