"use client";

import {
  CircleAlert,
  Component,
  FileDown,
  LayoutDashboard,
  type LucideIcon,
  MessageSquare,
  Rocket,
} from "lucide-react";
import type { ReactNode } from "react";
import { exportedAt, recordUse } from "@/components/client/gallery";
import { WebMark } from "@/components/client/origins/web-mark";
import { useAgentChoice } from "@/components/client/shell/layout-context";
import { When } from "@/components/client/versions/when";
import { Badge } from "@/components/ui/badge";
import Link, { agentHref } from "@/components/ui/kit/agent-base";
import { formatBytes } from "@/components/ui/kit/format";
import { callOf } from "@/lib/shared/chat/surfaces/sheet-change";
import { surfacePath } from "@/lib/shared/chat/surfaces/surface-address";
import type { GalleryContent, GalleryItem } from "@/lib/shared/gallery/items";
import type { GalleryKind } from "@/lib/shared/gallery/kinds";
import { t as apps } from "@/lib/shared/i18n/en/apps";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/gallery";
import { ExportActions } from "./export-actions";
import { Preview } from "./preview";
import { RemixButton } from "./remix-button";

const ICONS: Record<GalleryKind, LucideIcon> = {
  component: Component,
  inline: MessageSquare,
  board: LayoutDashboard,
  app: Rocket,
  export: FileDown,
};

export function GalleryCard({ item, now }: { item: GalleryItem; now: string }) {
  const { agents } = useAgentChoice();
  const hrefIn = useHrefIn();
  const { title, content, usedAt } = item;
  const Icon = ICONS[content.kind];
  const agent = agents.length > 1 ? agents.find(({ id }) => id === item.agent) : undefined;
  return (
    <li className="relative flex min-w-0 flex-col rounded-sheet bg-sheet shadow-sheet">
      <Preview item={item} />
      <div className="flex flex-1 flex-col gap-1 rounded-b-sheet border-line border-t px-4 pt-3 pb-2">
        <h2 className="flex min-w-0 items-center gap-2">
          <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
          <CardLink item={item}>{title}</CardLink>
          {versionOf(content) !== undefined && <Badge variant="secondary">v{versionOf(content)}</Badge>}
        </h2>
        <p className="line-clamp-2 text-ink-2 wrap-anywhere">{aboutOf(item)}</p>
        {content.kind === "component" && content.failed && (
          <p className="flex gap-1.5 text-meta text-ink-2">
            <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0 text-danger" />
            {t("versionFailed", { version: content.failed.version })}
          </p>
        )}
        <div className="mt-auto flex min-h-8 min-w-0 items-center gap-3 text-meta text-ink-3">
          <span className="min-w-0 flex-1 truncate first-letter:uppercase">
            <When at={usedAt} now={now} />
            {agent && ` · ${agent.name}`}
          </span>
          {content.kind === "component" && <WebMark origins={content.origins} className="relative" />}
          {content.kind === "app" && content.owned && (
            <Link
              href={hrefIn(item, "/settings/general#apps")}
              className="relative underline decoration-line-control underline-offset-4 hover:text-ink"
            >
              {t("manage")}
            </Link>
          )}
          {content.kind === "export" && <ExportActions item={item} content={content} />}
          {content.kind !== "export" && !(content.kind === "board" && content.isShared) && (
            <RemixButton item={item} />
          )}
        </div>
      </div>
    </li>
  );
}

function versionOf(content: GalleryContent): number | undefined {
  if (content.kind === "component") return content.version;
  return content.kind === "export" && content.of.kind === "component" ? content.of.version : undefined;
}

function aboutOf({ description, content }: GalleryItem): string {
  if (content.kind === "component") return description;
  if (content.kind === "board")
    return [t("tiles", { count: content.count }), content.isShared && t("sharedWithYou")]
      .filter(Boolean)
      .join(" · ");
  if (content.kind === "inline") return content.conversation.title || common("newConversation");
  if (content.kind === "export") {
    const { of, size, source } = content;
    const newest = of.kind === "component" && source?.version !== of.version ? source?.version : null;
    return [
      t("exported", { form: of.form, kind: of.kind }),
      ...[formatBytes(size), of.kind !== "component" && (source?.title ?? t("sourceGone"))],
      newest != null && t("newerVersion", { version: newest }),
    ]
      .filter(Boolean)
      .join(" · ");
  }
  const { slug, audience, isOpen, owned } = content;
  const visitors = owned && apps("visitors", { count: owned.visitors });
  return [`/p/${slug}`, isOpen ? apps(audience) : apps("unpublished"), visitors].filter(Boolean).join(" · ");
}

/** The name of an item, which opens it from anywhere on the card. The pages of components need the right to edit. */
function CardLink({ item, children }: { item: GalleryItem; children: ReactNode }) {
  const { agents } = useAgentChoice();
  const hrefIn = useHrefIn();
  const { agent, id, content } = item;
  const { kind } = content;
  const right = agents.find((one) => one.id === agent)?.right ?? "own";
  const look =
    "truncate font-medium outline-none after:absolute after:inset-0 after:rounded-sheet after:transition-colors hover:after:bg-fill-hover focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:outline-offset-2";
  const record = () => recordUse({ agent, kind, id });
  const page =
    content.kind === "app"
      ? content.isOpen && (content.owned?.url ?? `/p/${content.slug}`)
      : content.kind === "board" && content.isShared && `/shared-board/${agent}/${id}`;
  if (content.kind === "app" || page)
    return page ? (
      <a href={page} target="_blank" rel="noreferrer" data-card onClick={record} className={look}>
        {children}
        <span className="sr-only">{t("newTab")}</span>
      </a>
    ) : (
      <span className="truncate font-medium">{children}</span>
    );
  if (content.kind === "export")
    return (
      <a
        href={`${exportedAt(item)}&download`}
        download={item.title}
        data-card
        onClick={record}
        className={look}
      >
        {children}
        <span className="sr-only">{t("download")}</span>
      </a>
    );
  if (kind === "component" && right === "use")
    return <span className="truncate font-medium">{children}</span>;
  return (
    <Link
      href={hrefIn(item, pathOf(item))}
      data-card
      onClick={kind === "inline" ? record : undefined}
      className={look}
    >
      {children}
    </Link>
  );
}

function pathOf({ id, content }: GalleryItem): string {
  if (content.kind === "component") return `/agent/components/${encodeURIComponent(id)}`;
  if (content.kind === "inline") return surfacePath(callOf(content.sheet), content.conversation);
  return `/board/${id}`;
}

/** Returns a function that returns the address of a page of the item's agent. */
function useHrefIn(): (item: GalleryItem, path: string) => string {
  const { current } = useAgentChoice();
  return ({ agent }, path) => (agent === current ? path : agentHref(agent, path));
}
