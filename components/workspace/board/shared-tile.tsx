"use client";

import { GripVertical } from "lucide-react";
import dynamic from "next/dynamic";
import { type KeyboardEvent, useContext, useId, useMemo } from "react";
import { failureText } from "@/components/client/failure";
import { ApiError } from "@/components/client/request";
import { type BoardPlace, querySharedTile } from "@/components/client/shared-boards";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { retryLoad } from "@/components/ui/retry-load";
import { Skeleton } from "@/components/ui/skeleton";
import type { SharedBoardView } from "@/lib/shared/boards/contract";
import { t } from "@/lib/shared/i18n/en/board";
import { t as sharing } from "@/lib/shared/i18n/en/sharing";
import type { SharedNow } from "@/lib/shared/shares";
import { DataChangesContext, useSharedTile } from "./use-shared-board";

const waiting = () => (
  <div className="p-5">
    <Skeleton className="h-24" />
  </div>
);
const Blocks = dynamic(
  retryLoad(() => import("@/components/draw/blocks/blocks").then((module) => module.Blocks)),
  { ssr: false, loading: waiting },
);
const SharedComponent = dynamic(
  retryLoad(() =>
    import("@/components/workspace/sharing/reader/shared-component").then((module) => module.SharedComponent),
  ),
  { ssr: false, loading: waiting },
);

type SharedTileProps = {
  board: BoardPlace;
  tile: SharedBoardView["tiles"][number];
  /** Undefined where tiles cannot be moved. */
  onKey: ((event: KeyboardEvent) => void) | undefined;
};

/** A tile of a shared board, with the content that readers get. */
export function SharedTile({ board, tile, onKey }: SharedTileProps) {
  const id = useId();
  const title = tile.title ?? t("deletedSheet");
  return (
    <section
      aria-labelledby={id}
      className="flex h-full min-w-0 flex-col overflow-hidden rounded-sheet bg-sheet shadow-sheet"
    >
      <header
        className={cn(
          "flex min-h-10 shrink-0 items-center gap-1 px-2 pt-2",
          onKey && "board-handle cursor-grab",
        )}
      >
        {onKey && (
          <IconButton
            label={t("move", { title })}
            aria-describedby={`${id}-keys`}
            className="cursor-grab text-ink-3"
            onKeyDown={onKey}
          >
            <GripVertical aria-hidden />
            <span id={`${id}-keys`} hidden>
              {t("moveKeys")}
            </span>
          </IconButton>
        )}
        <h2
          id={id}
          title={title}
          className={cn("min-w-0 flex-1 truncate text-prose font-medium", !onKey && "pl-3")}
        >
          {title}
        </h2>
      </header>
      <div className="min-h-0 flex-1 overflow-auto">
        <Body board={board} tile={tile.id} title={title} />
      </div>
    </section>
  );
}

function Body({ board, tile, title }: { board: BoardPlace; tile: string; title: string }) {
  const { data, error } = useSharedTile(board, tile);
  if (!data) return error ? <Note>{failureText(error)}</Note> : waiting();
  const { now } = data;
  if (now?.component) return <Component {...{ board, tile, title }} component={now.component} />;
  return now?.blocks ? <SharedBlocks now={now} title={title} /> : <Note>{t("contentGone")}</Note>;
}

const Note = ({ children }: { children: string }) => (
  <p className="px-5 py-4 text-ui text-ink-2">{children}</p>
);

function SharedBlocks({ now: { blocks }, title }: { now: SharedNow; title: string }) {
  const input = useMemo(() => ({ blocks }), [blocks]);
  return <Blocks input={input} state="answered" title={title} />;
}

type ComponentProps = {
  board: BoardPlace;
  tile: string;
  title: string;
  component: NonNullable<SharedNow["component"]>;
};

/** Runs a component. Easel answers only the queries that its code names. */
function Component({ board, tile, title, component }: ComponentProps) {
  const { hear } = useContext(DataChangesContext);
  const { agent, id } = board;
  const live = useMemo(
    () => ({
      hear,
      call: async (call: { type: string }) => {
        if (!isQuery(call)) throw new ApiError(403, sharing("readOnly"), undefined);
        return querySharedTile({ agent, id }, tile, call);
      },
    }),
    [hear, agent, id, tile],
  );
  return <SharedComponent title={title} component={component} live={live} />;
}

const isQuery = (call: { type: string }): call is Parameters<typeof querySharedTile>[2] & { type: "query" } =>
  call.type === "query";
