"use client";

import type { ComponentProps } from "react";
import { later } from "@/components/ui/later";
import { segment, segments } from "@/components/ui/toggle-group";
import type { ConversationOrigin } from "@/lib/shared/jobs/kinds";
import type { OriginFilter as Filter } from "./origin-filter";
import type { OriginList as List } from "./origin-list";

/*
 * The mark and the filter of origins load on demand, because many users only have conversations that they
 * started themselves.
 */

const Mark = later<{ origin: ConversationOrigin }>(
  () => import("./origin-looks").then((module) => module.OriginMark),
  () => <span className="size-3.5 shrink-0" />,
);

export const OriginMark = ({ origin }: { origin: ConversationOrigin | undefined }) =>
  origin && origin !== "chat" && <Mark origin={origin} />;

export const OriginFilter = later<ComponentProps<typeof Filter>>(
  () => import("./origin-filter").then((module) => module.OriginFilter),
  // Has the height of the filter, so that the list does not move.
  () => (
    <div aria-hidden className={`${segments} invisible mb-2`}>
      <span className={segment} />
    </div>
  ),
);

export const OriginList = later<ComponentProps<typeof List>>(() =>
  import("./origin-list").then((module) => module.OriginList),
);
