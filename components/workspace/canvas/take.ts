"use client";

import { createContext } from "react";
import type { AppSource } from "@/lib/shared/apps/contract";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";

/** `conversation`: the id of the conversation with the surface. */
type Take = (surface: Surface, conversation?: string) => Promise<boolean>;

type Share = (surface: Surface, conversation: { id: string; title: string }) => void;
/** `surface`: the surface of the source, whose queries the dialog can follow. */
export type Publishable = { source: AppSource; title: string; surface?: Surface };
type Publish = (what: Publishable) => void;

/** Returns the source of an app: the component of the library, or the surface itself. */
export function publishableOf(surface: Surface, conversation: { id: string }): Publishable {
  const { component, messageId, toolCallId, title } = surface;
  if (component?.name !== undefined)
    return { source: { kind: "component", name: component.name }, title, surface };
  return {
    source: { kind: "surface", conversation: conversation.id, messageId, toolCallId },
    title,
    surface,
  };
}

/**
 * Actions that export a surface. Passed as context, because the export module imports the blocks of the canvas.
 */
export const TakeContext = createContext<{
  exportSurface: Take;
  printSurface: Take;
  shareSurface: Share;
  publish: Publish;
}>({
  exportSurface: async () => false,
  printSurface: async () => false,
  shareSurface: () => {},
  publish: () => {},
});
