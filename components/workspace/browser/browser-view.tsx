"use client";

import { CircleAlert, CircleSlash, Hand } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Ring } from "@/components/ui/kit/ring";
import { useDesk } from "@/components/workspace/chat/desk";
import type { BrowserControl } from "@/lib/shared/browser/bodies";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/browser";
import { AddressBar } from "./address-bar";
import { Controls } from "./controls";
import type { Size } from "./geometry";
import { Hands } from "./hands";
import { PageDialog } from "./page-dialog";
import { Painter } from "./painter";
import { Image } from "./screenshot";
import { TabStrip } from "./tab-strip";
import { TargetMark } from "./target-mark";
import { useControl } from "./use-control";
import { type Live, useLive } from "./use-live";
import { useSeen } from "./use-seen";
import { useWatching } from "./use-watching";

export type BrowserViewProps = { surface: Surface };

const VIEWPORT: Size = { width: 1280, height: 800 };
const HINT_MS = 3_000;

export function BrowserView({ surface: { browser: use, state } }: BrowserViewProps) {
  const { conversationId, isReader, shot } = useDesk();
  const hintId = useId();
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [hasImage, setHasImage] = useState(false);
  const [painter] = useState(() => new Painter(() => setHasImage(true)));
  const { adopt, again, ...live } = useLive(conversationId, {
    isSeen: useSeen(box) && !isReader,
    isBusy: use?.isBusy ?? false,
    calls: use?.calls ?? 0,
    onFrame: painter.take,
  });
  const { browser, phase } = live;
  const isOpen = browser !== null && phase !== "closed";
  const isHeld = isOpen && browser.holder === "person";
  const isWatched = isOpen && phase === "open" && hasImage && browser.tabs.length > 0;
  useWatching(box, conversationId, isWatched);
  const isWaiting = state === "waiting";
  const { send, ask, isAsking, problem } = useControl(conversationId, isHeld, adopt);
  const viewport = browser?.viewport ?? VIEWPORT;

  const [wantsKeys, setWantsKeys] = useState(false);
  useEffect(() => {
    if (!isHeld || !wantsKeys) return;
    setWantsKeys(false);
    // On touch devices the on-screen keyboard would cover half of the page, so a button opens it.
    if (matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, [isHeld, wantsKeys]);
  const toControls = () => box.current?.querySelector<HTMLElement>("[data-hold]")?.focus();
  const onAsk = async (body: BrowserControl) => {
    const isDone = await ask(body);
    if (body.action === "take") setWantsKeys(isDone);
    else
      setTimeout(() =>
        box.current?.querySelector("[data-hold]") ? toControls() : box.current?.closest("section")?.focus(),
      );
  };
  const [isRefused, refuse] = useBriefFlag();

  return (
    <div ref={box} className="pt-2">
      <TabStrip
        browser={isOpen ? browser : null}
        status={phase === "closed" && (hasImage || shot) ? t("lastImage") : ""}
        isHeld={isHeld}
        send={send}
      />
      <AddressBar url={isOpen ? browser.url : ""} isHeld={isHeld} send={send} />
      <Image {...{ live, viewport, painter, hasImage, shot, isHeld }} onRefused={refuse} onAgain={again}>
        {isOpen && <TargetMark browser={browser} />}
        {isHeld && <Hands {...{ viewport, field, hintId, send }} onLeave={toControls} />}
        {isHeld && browser.dialog && (
          <PageDialog
            key={browser.dialog.id}
            dialog={browser.dialog}
            send={send}
            onDone={() => setWantsKeys(true)}
          />
        )}
      </Image>
      <footer className="px-5 py-3 max-md:px-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Status live={live} isWaiting={isWaiting} />
          {isOpen && (
            <Controls
              {...{ isHeld, isWaiting, isAsking }}
              ask={(body) => void onAsk(body)}
              onKeyboard={() => field.current?.focus({ preventScroll: true })}
            />
          )}
        </div>
        {problem && (
          <p role="alert" className="mt-2 flex items-center gap-1.5 text-meta text-danger">
            <CircleAlert aria-hidden className="size-3.5 shrink-0" />
            {problem}
          </p>
        )}
        <p id={hintId} aria-live="polite" className="mt-1 text-meta text-ink-3 empty:hidden">
          {isHeld ? (
            <TakeoverHint />
          ) : (
            hintOf({ isRefused, isWaiting, isWatched, isClosed: phase === "closed" })
          )}
        </p>
      </footer>
    </div>
  );
}

const TakeoverHint = () => (
  <>
    <span className="pointer-coarse:hidden">{t("mouseHint")}</span>
    <span className="pointer-fine:hidden">{t("touchHint")}</span>
  </>
);

type HintProps = { isRefused: boolean; isWaiting: boolean; isWatched: boolean; isClosed: boolean };

function hintOf({ isRefused, isWaiting, isWatched, isClosed }: HintProps): string {
  if (isClosed && isWaiting) return t("asksForNew");
  if (isClosed) return t("closedHint");
  if (isRefused) return t("takeOverFirst");
  return isWatched ? t("watching") : "";
}

/** Returns a flag and a function that sets it for `HINT_MS`. */
function useBriefFlag(): [boolean, () => void] {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (at === 0) return;
    const timer = setTimeout(() => setAt(0), HINT_MS);
    return () => clearTimeout(timer);
  }, [at]);
  return [at > 0, () => setAt(Date.now())];
}

function Status({ live, isWaiting }: { live: Live; isWaiting: boolean }) {
  const { phase, browser } = live;
  const isHeld = browser?.holder === "person";
  const calling = phase === "open" && !isHeld ? browser?.calling : null;
  return (
    <p className="flex min-w-0 flex-1 items-center gap-2 text-ui text-ink-2">
      <Mark live={live} />
      <span className={isWaiting && isHeld ? "min-w-0 text-accent" : "min-w-0"}>
        {calling ? t("inUse") : describeStatus(live, isWaiting)}
        {calling && <code className="ml-1.5 font-mono text-[12px] text-ink-3 max-md:hidden">{calling}</code>}
      </span>
      {/* Screen readers announce this text without the tool's name, which changes too quickly. */}
      <span role="status" className="sr-only">
        {describeStatus(live, isWaiting)}
      </span>
    </p>
  );
}

function describeStatus({ phase, browser, reason }: Live, isWaiting: boolean): string {
  if (phase === "connecting") return t("connecting");
  if (phase === "lost") return t("reconnecting");
  if (phase === "closed") return reason ?? t("closed");
  if (browser?.holder !== "person") return t("agentControls");
  return isWaiting ? t("agentWaits") : t("youControl");
}

function Mark({ live: { phase, browser } }: { live: Live }) {
  if (phase === "connecting") return <Ring />;
  if (phase === "closed") return <CircleSlash aria-hidden className="size-4 shrink-0 text-ink-3" />;
  if (phase === "lost") return <Dot className="bg-ink" />;
  if (browser?.holder === "person") return <Hand aria-hidden className="size-4 shrink-0" />;
  return browser?.calling ? <Ring /> : <Dot className="bg-success" />;
}

const Dot = ({ className }: { className: string }) => (
  <span aria-hidden className={`mx-0.5 size-2 shrink-0 rounded-full ${className}`} />
);
