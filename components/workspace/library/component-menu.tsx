"use client";

import {
  Braces,
  Copy,
  ExternalLink,
  FileCode,
  FileDown,
  FilePen,
  Pin,
  PinOff,
  Rocket,
  Trash2,
} from "lucide-react";
import { type ReactNode, useContext, useEffect, useState } from "react";
import { registryUrl } from "@/components/client/components";
import { useDeletion } from "@/components/client/versions/deletion";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { type ActionGroups, ActionMenu } from "@/components/ui/kit/action-menu";
import { usePageHref, useRouter } from "@/components/ui/kit/agent-base";
import { downloadAs } from "@/components/ui/kit/download";
import { lastChat } from "@/components/ui/kit/last-chat";
import { notify } from "@/components/ui/kit/notify";
import { useBoard, usePins } from "@/components/workspace/canvas/pins/pins";
import { usePinning } from "@/components/workspace/canvas/pins/use-pinning";
import { PutOnBoard } from "@/components/workspace/canvas/put-on-board";
import { TakeContext } from "@/components/workspace/canvas/take";
import { exportSurface } from "@/components/workspace/export/index";
import { newId } from "@/lib/shared/chat/id";
import { componentSurface } from "@/lib/shared/chat/library-surface";
import { componentPinKey } from "@/lib/shared/chat/surfaces/pins";
import { surfaceHash } from "@/lib/shared/chat/surfaces/surface-address";
import type { Component } from "@/lib/shared/components/contract";
import { t as canvas } from "@/lib/shared/i18n/en/canvas";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/library";
import { writeComponentFile } from "./component-file";
import { DetailsDialog } from "./details-dialog";
import { saveElement } from "./save-element";

type ComponentMenuProps = {
  trigger: ReactNode;
  component: Component;
  /** The bundle and props shown now, with which the component is pinned. */
  shown: { bundle: string; props: Record<string, unknown> };
  onSaved: (component: Component) => void;
};

export function ComponentMenu({ trigger, component, shown, onSaved }: ComponentMenuProps) {
  const pageHref = usePageHref();
  const { name } = component;
  const { remove } = useDeletion();
  const { isPinned, togglePin } = useComponentPin({ ...component, ...shown });
  const [isEditing, setIsEditing] = useState(false);
  const { publish } = useContext(TakeContext);
  const surface = componentSurface({ ...component, ...shown, at: component.updatedAt });
  const groups: ActionGroups = [
    [
      {
        label: isPinned ? t("unpin") : t("pin"),
        icon: isPinned ? PinOff : Pin,
        onSelect: togglePin,
      },
      <PutOnBoard key="board" tile={{ component: { name, props: shown.props } }} title={name} />,
      // Open the dialog only after the closing menu has returned the focus, because the dialog returns the
      // focus to where it was.
      {
        ...{ label: t("details"), icon: FilePen },
        onSelect: () => setTimeout(() => setIsEditing(true)),
      },
      <DropdownMenuItem key="alone" asChild>
        <a
          href={pageHref(`/agent/components/${encodeURIComponent(name)}?bare`)}
          target="_blank"
          rel="noreferrer"
        >
          <ExternalLink aria-hidden />
          {t("openAlone")}
          <span className="sr-only">{t("newTab")}</span>
        </a>
      </DropdownMenuItem>,
      {
        ...{ label: t("exportFile"), icon: FileDown },
        onSelect: () => downloadAs(writeComponentFile(component), `${name}.json`),
      },
      {
        ...{ label: canvas("publish"), icon: Rocket, needs: { right: "own" } as const },
        onSelect: () =>
          setTimeout(() => publish({ source: { kind: "component", name }, title: name, surface })),
      },
      { label: common("exportAsHtml"), icon: FileCode, onSelect: () => void exportSurface(surface) },
      { label: t("exportElement"), icon: Braces, onSelect: () => void saveElement(component) },
      { label: t("copyRegistry"), icon: Copy, onSelect: () => void copyRegistry(name) },
    ],
    [{ label: common("delete"), icon: Trash2, isDestructive: true, onSelect: () => void remove(name) }],
  ];
  return (
    <>
      <ActionMenu trigger={trigger} groups={groups} />
      {isEditing && (
        <DetailsDialog component={component} onSaved={onSaved} onClose={() => setIsEditing(false)} />
      )}
    </>
  );
}

async function copyRegistry(name: string): Promise<void> {
  await navigator.clipboard.writeText(`npx shadcn add ${registryUrl(name)}`);
  void notify(t("registryCopied"));
}

type Shown = Pick<Component, "name" | "version"> & { bundle: string; props: Record<string, unknown> };

/** Returns whether a component is pinned to the canvas of all conversations, and a toggle. */
function useComponentPin(shown: Shown) {
  const router = useRouter();
  const board = useBoard();
  const { pin, unpin } = usePinning();
  const { name } = shown;
  const pinned = usePins().find(({ key }) => key === componentPinKey(name));
  useEffect(() => {
    if (!board.pins()) board.load().catch(() => {});
  }, [board]);

  const togglePin = () => {
    if (pinned) return unpin(pinned);
    const surface = componentSurface({ ...shown, at: new Date().toISOString() });
    pin({ key: componentPinKey(name), from: null, surface, asks: [] });
    void notify(t("pinnedNotice", { name }), {
      action: {
        label: common("show"),
        onClick: () => router.push(`${lastChat() ?? `/chat/${newId()}`}${surfaceHash(surface)}`),
      },
    });
  };
  return { isPinned: pinned !== undefined, togglePin };
}
