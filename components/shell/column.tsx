import { LogOut, PanelLeftClose } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Brand } from "./brand";
import { leave } from "./leave";

/** The list of conversations at full width; only where there is room for it beside chat and canvas. */
export function Column({
  canSignOut,
  onCollapse,
  children,
}: {
  canSignOut: boolean;
  onCollapse: () => void;
  children: ReactNode;
}) {
  return (
    <aside
      aria-label="Workspace"
      className="hidden w-(--column-width) shrink-0 flex-col border-line border-r bg-rail group-data-[nav=column]/shell:min-[1128px]:flex"
    >
      <div className="flex h-bar shrink-0 items-center gap-2.5 pr-2 pl-4">
        <Brand className="size-5" />
        <span className="font-medium">Easel</span>
        <IconButton label="Fold the list" side="right" className="ml-auto" onClick={onCollapse}>
          <PanelLeftClose aria-hidden />
        </IconButton>
      </div>
      {children}
      {canSignOut && (
        <button
          type="button"
          onClick={leave}
          className="m-2 flex h-8 shrink-0 items-center gap-2.5 rounded-in px-2 text-ink-2 transition-colors hover:bg-fill-hover hover:text-ink"
        >
          <LogOut aria-hidden className="size-4" />
          Sign out
        </button>
      )}
    </aside>
  );
}
