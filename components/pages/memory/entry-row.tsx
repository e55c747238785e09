"use client";

import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import type { ActionGroups } from "@/components/ui/kit/action-menu";
import Link from "@/components/ui/kit/agent-base";
import { ActionsButton } from "@/components/ui/kit/menu-button";
import { Switch } from "@/components/ui/switch";
import { t } from "@/lib/shared/i18n/en/memory";
import { KIND_LABELS, type Kind } from "./labels";
import { hrefOf, type Place } from "./memory-url";

type EntryRowProps = {
  kind: Kind;
  /** Short name of the entry, for screen readers. */
  name: string;
  title: ReactNode;
  titleClass?: string;
  marks?: ReactNode;
  /** `always`: no switch, because the entry is in every prompt. Undefined: the entry cannot be in every prompt. */
  mind: "always" | { isOn: boolean; onChange: (isOn: boolean) => void } | undefined;
  place: Place;
  onGo: (place: Place) => void;
  /** Set if the entry was closed just now. Its link then gets the focus, and this is called. */
  onFocused?: () => void;
  groups?: ActionGroups;
  children: ReactNode;
};

export function EntryRow(props: EntryRowProps) {
  const { kind, name, title, titleClass, marks, mind, place, onGo, onFocused, groups, children } = props;
  const { icon: Icon, title: kindTitle } = KIND_LABELS[kind];
  return (
    <li className="relative flex gap-x-3 px-4 py-3 transition-colors hover:bg-fill-hover">
      <Icon role="img" aria-label={kindTitle} className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-1">
          <EntryLink place={place} onGo={onGo} onFocused={onFocused} className={titleClass}>
            {title}
          </EntryLink>
          {marks}
        </div>
        {children}
      </div>
      {mind === "always" ? (
        <span className="text-meta text-ink-3">{t("always")}</span>
      ) : (
        mind && (
          <Switch
            checked={mind.isOn}
            onCheckedChange={mind.onChange}
            aria-label={t("alwaysInMindSwitch", { name })}
            className="mt-0.5"
          />
        )
      )}
      {groups ? (
        <ActionsButton
          label={t("moreFor", { name })}
          className="relative -mt-1.5 -mr-2 -mb-1.5 max-md:-mt-3"
          groups={groups}
        />
      ) : (
        <span className="w-6 shrink-0 max-md:w-9" />
      )}
    </li>
  );
}

type EntryLinkProps = Pick<EntryRowProps, "place" | "onGo" | "onFocused"> & {
  className?: string;
  children: ReactNode;
};

function EntryLink({ place, onGo, onFocused, className = "", children }: EntryLinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!onFocused) return;
    link.current?.focus();
    onFocused();
  }, [onFocused]);
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onGo(place);
  };
  return (
    <Link
      ref={link}
      href={hrefOf(place)}
      onClick={go}
      className={`rounded-in after:absolute after:inset-0 ${className}`}
    >
      {children}
    </Link>
  );
}
