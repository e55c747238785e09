import { LogOut, MessagesSquare, SquarePen } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Tooltip, TooltipContent, TooltipTrigger } from "@/components/ui/tooltip";
import { Brand } from "./brand";
import { leave } from "./leave";

type RailProps = {
  /** Another conversation waits for the person. */
  isWaiting: boolean;
  canSignOut: boolean;
  onExpand: () => void;
  onOpenList: () => void;
};

/** Icons only: by choice on a wide screen, always on one where the column does not fit. */
export function Rail({ isWaiting, canSignOut, onExpand, onOpenList }: RailProps) {
  const list = (
    <>
      <MessagesSquare aria-hidden />
      {isWaiting && (
        <span className="absolute top-1.5 right-1.5 size-2 rounded-full bg-accent ring-2 ring-rail" />
      )}
    </>
  );
  const label = isWaiting ? "Conversations, one waits for you" : "Conversations";
  return (
    <nav
      aria-label="Workspace"
      className="hidden w-(--rail-width) shrink-0 flex-col items-center gap-1 border-line border-r bg-rail pb-2 md:flex group-data-[nav=column]/shell:min-[1128px]:hidden"
    >
      <div className="flex h-bar shrink-0 items-center">
        <Brand className="size-5" />
      </div>
      <Tooltip>
        <TooltipTrigger asChild>
          <Button asChild variant="ghost" size="icon" className="size-9">
            <Link href="/" prefetch={false} aria-label="New conversation">
              <SquarePen aria-hidden />
            </Link>
          </Button>
        </TooltipTrigger>
        <TooltipContent side="right">New conversation</TooltipContent>
      </Tooltip>
      <IconButton
        label={label}
        side="right"
        onClick={onExpand}
        className="relative hidden size-9 min-[1128px]:flex"
      >
        {list}
      </IconButton>
      <IconButton
        label={label}
        side="right"
        onClick={onOpenList}
        className="relative size-9 min-[1128px]:hidden"
      >
        {list}
      </IconButton>
      {canSignOut && (
        <IconButton label="Sign out" side="right" onClick={leave} className="mt-auto size-9">
          <LogOut aria-hidden />
        </IconButton>
      )}
    </nav>
  );
}
