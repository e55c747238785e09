import type { RefObject } from "react";
import { t } from "@/lib/shared/i18n/en/frame";
import type { Frame, Handlers } from "./frame";
import type { ComponentFrameProps } from "./props";

const MAX_SHOWN = 120;

type Ends = { onNotice(notice: string): void; onLink(address: string): void };

/**
 * Returns the handlers of a component's actions and messages. They ask the user to confirm each one that no click or
 * key caused.
 */
export const surfaceHandlers = (
  taken: Frame,
  latest: RefObject<ComponentFrameProps>,
  { onNotice, onLink }: Ends,
): Pick<Handlers, "onAction" | "onSay" | "onOpen" | "onCopied"> => ({
  onAction: async (action, payload, byHand) => {
    const { onAction } = latest.current;
    if (!onAction) return onNotice(t("notWaiting"));
    if (!byHand) await taken.consent?.answer({ action, payload });
    await onAction(action, payload);
  },
  onSay: async (text, byHand) => {
    const { onSay } = latest.current;
    if (!onSay) throw new Error("There is no conversation here.");
    const wasAsked = await taken.consent?.say(text);
    if (!wasAsked) await taken.takeBack.offer(text, byHand);
    await onSay(text);
  },
  onOpen: onLink,
  onCopied: (text) =>
    onNotice(t("copied", { text: text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text })),
});
