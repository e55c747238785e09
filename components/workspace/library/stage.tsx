"use client";

import { useState } from "react";
import { FromWeb } from "@/components/client/origins/from-web";
import { PageBar } from "@/components/client/shell/page-bar";
import { When } from "@/components/client/versions/when";
import { ComponentFrame } from "@/components/draw/frame/later";
import type { ComponentError } from "@/components/draw/frame/props";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { useRouter } from "@/components/ui/kit/agent-base";
import { keepDraft } from "@/components/ui/kit/hooks/use-draft";
import { MenuButton } from "@/components/ui/kit/menu-button";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { ScrollArea } from "@/components/ui/scroll-area";
import { fixText } from "@/components/workspace/canvas/component-body";
import { newId } from "@/lib/shared/chat/id";
import type { Component } from "@/lib/shared/components/contract";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/library";
import { LibraryPermissions } from "./library-permissions";

type StageProps = {
  component: Component;
  home: string;
  bundle: string;
  isDraft: boolean;
  props: Record<string, unknown>;
  now: string;
  onSaved: (component: Component) => void;
};

export function Stage({ component, home, bundle, isDraft, props, now, onSaved }: StageProps) {
  const { name, description, version, updatedAt } = component;
  const router = useRouter();
  const [actionText, setActionText] = useState<string>();
  const fix = (error: ComponentError) => {
    const conversation = newId();
    keepDraft(conversation, fixText({ component: { bundle, name, version }, title: name }, error));
    router.push(`/chat/${conversation}`);
  };
  return (
    <PageMain className="flex flex-col max-[1127px]:flex-none max-[1127px]:overflow-visible">
      <PageBar
        parent={{ href: "/gallery", title: common("gallery") }}
        isCode
        end={
          <MenuButton
            label={t("more", { name })}
            load={loadMenu}
            menu={{ component, shown: { bundle, props }, onSaved }}
          />
        }
      >
        {name}
      </PageBar>
      <div className="flex flex-col gap-5 px-7 pt-2 pb-10 max-md:px-3 max-md:pt-5 max-md:pb-6">
        <header className="flex flex-col gap-1 max-md:px-1">
          <h1 className="flex min-w-0 items-center gap-2">
            <span className="min-w-0 wrap-anywhere font-mono font-strong text-title">{name}</span>
            <Badge variant="secondary" className="font-normal">
              v{version}
            </Badge>
          </h1>
          <div className="-ml-2 flex empty:hidden">
            <FromWeb kind="component" name={name} />
          </div>
          <p className="max-w-prose text-ui text-ink-2 wrap-anywhere">{description}</p>
          <LibraryPermissions name={name} home={home} />
        </header>
        <section
          aria-label={t("atWork", { name })}
          className="w-full min-w-0 max-w-sheet rounded-sheet bg-sheet shadow-sheet"
        >
          <p className="px-5 pt-4 text-meta text-ink-3 max-md:px-4">
            {isDraft
              ? t("draftShown")
              : t.rich("changedAt", { when: () => <When at={updatedAt} now={now} /> })}
          </p>
          {/* Limits the height of a long component, so that the tabs below stay reachable. */}
          <ScrollArea
            label={name}
            className="px-5 pt-4 pb-5 max-[1127px]:max-h-[75dvh] max-md:px-4 min-[1128px]:overflow-visible"
          >
            <ComponentFrame
              id={`library/${name}`}
              bundle={bundle}
              props={props}
              title={name}
              isTrial
              onAction={(action, payload) => setActionText(formatAction(action, payload))}
              onFix={isDraft ? undefined : fix}
            />
          </ScrollArea>
          <p
            role="status"
            className={cn("border-line border-t px-5 py-2.5 text-meta max-md:px-4", !actionText && "sr-only")}
          >
            {actionText && (
              <>
                <span className="text-ink-3">{t("wouldAnswer")} </span>
                <code className="wrap-anywhere">{actionText}</code>
              </>
            )}
          </p>
        </section>
      </div>
    </PageMain>
  );
}

const loadMenu = () => import("./component-menu").then((module) => module.ComponentMenu);

const MAX_CHARS = 300;

function formatAction(action: string, payload: unknown): string {
  const text = payload === undefined ? action : `${action} ${JSON.stringify(payload)}`;
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
}
