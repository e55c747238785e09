"use client";

import type { UIMessage } from "ai";
import { Check, ChevronLeft, ChevronRight, History, Link2, Pencil, RotateCcw } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton, tipOf } from "@/components/ui/icon-button";
import Link from "@/components/ui/kit/agent-base";
import { Clock } from "@/components/ui/kit/clock";
import { useRights } from "@/components/ui/kit/rights";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import { textOf } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/chatMessages";
import { t as common } from "@/lib/shared/i18n/en/common";
import { KeepTurnButton } from "../calls/keep-turn-button";
import { TryButton } from "../calls/try-button";
import { useThread } from "../thread";
import { ReadAloud } from "../voice/read-aloud";
import { describeUsage, usageTitle } from "./describe-usage";

type UserBarProps = { messageId: string; metadata: MessageMetadata; text: () => string };

export function UserBar({ messageId, metadata, text }: UserBarProps) {
  const { busy, isReader, edit } = useThread();
  return (
    <Bar isShown={hasVersions(metadata)} className="right-0 justify-end">
      <Quiet>
        <Time at={metadata.createdAt} />
        {!isReader && (
          <IconButton
            label={common("edit")}
            size="icon-sm"
            {...disabledProps(busy)}
            onClick={() => !busy && edit(messageId)}
          >
            <Pencil aria-hidden />
          </IconButton>
        )}
        <CopyButton text={text} label={t("copyMessage")} />
        <LinkButton messageId={messageId} />
        <BackButton createdAt={metadata.createdAt} />
      </Quiet>
      <VersionStepper messageId={messageId} versions={metadata.versions} />
    </Bar>
  );
}

type AgentBarProps = { message: UIMessage; metadata: MessageMetadata; isLive: boolean };

/** Actions below an answer. While the answer streams, an empty bar reserves the height. */
export function AgentBar({ message, metadata, isLive }: AgentBarProps) {
  const { busy, isReader, retry } = useThread();
  if (isLive) return <Bar isShown={false} className="pointer-fine:hidden" />;
  const { createdAt, versions, usage, model } = metadata;
  const messageId = message.id;
  const text = () => textOf(message);
  return (
    <Bar isShown={hasVersions(metadata)} className="-left-1.5">
      <VersionStepper messageId={messageId} versions={versions} />
      <Quiet>
        {text().trim() && <CopyButton text={text} label={t("copyAnswer")} />}
        {text().trim() && <ReadAloud messageId={messageId} text={text} />}
        {!isReader && (
          <IconButton
            label={common("tryAgain")}
            size="icon-sm"
            {...disabledProps(busy)}
            onClick={() => !busy && retry(messageId)}
          >
            <RotateCcw aria-hidden />
          </IconButton>
        )}
        <TryButton messageId={messageId} />
        <KeepTurnButton message={message} />
        <LinkButton messageId={messageId} />
        <Time at={createdAt} />
        <span title={usageTitle(usage, model)} className="min-w-0 truncate">
          {describeUsage(usage, model)}
        </span>
      </Quiet>
    </Bar>
  );
}

/** Reserves its width until the time is known. */
const Time = ({ at }: { at: string | undefined }) =>
  at ? (
    <Clock at={at} className="px-1.5 tabular-nums" />
  ) : (
    <span aria-hidden className="invisible px-1.5 tabular-nums">
      00:00
    </span>
  );

const hasVersions = ({ versions }: MessageMetadata): boolean => (versions?.length ?? 0) > 1;

type BarFrame = {
  /**
   * True if some buttons are always visible. The bar then takes up space instead of overlapping the gap below
   * the message.
   */
  isShown: boolean;
  className: string;
  children?: ReactNode;
};

function Bar({ isShown, className, children }: BarFrame) {
  return (
    <div
      className={cn(
        "relative mt-1 flex h-6 max-w-full items-center text-meta text-ink-3 pointer-coarse:h-8 [&_a]:text-ink-3 [&_button]:text-ink-3",
        !isShown && "pointer-fine:absolute pointer-fine:top-full pointer-fine:mt-0",
        className,
      )}
    >
      {children}
    </div>
  );
}

function Quiet({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center pointer-fine:opacity-0 pointer-fine:transition-opacity pointer-fine:focus-within:opacity-100 pointer-fine:group-hover/message:opacity-100">
      {children}
    </div>
  );
}

/** Copies a link to the message. If the clipboard fails, it puts the link into the address bar. */
function LinkButton({ messageId }: { messageId: string }) {
  const { linkTo } = useThread();
  const [outcome, setOutcome] = useState<"linkCopied" | "linkInBar">();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 1_600);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const link = linkTo(messageId);
    try {
      await navigator.clipboard.writeText(link);
      setOutcome("linkCopied");
    } catch {
      history.replaceState(history.state, "", link);
      setOutcome("linkInBar");
    }
  };
  return (
    <IconButton label={outcome ? t(outcome) : common("copyLink")} size="icon-sm" onClick={copy}>
      {outcome ? <Check aria-hidden /> : <Link2 aria-hidden />}
    </IconButton>
  );
}

/** Links to the preview of a restore to before a message. Only members with the right to edit the agent see it. */
function BackButton({ createdAt }: { createdAt: string | undefined }) {
  const { isReader, hrefBefore } = useThread();
  const { mayOpen } = useRights();
  if (isReader || createdAt === undefined || !mayOpen("/agent/history")) return null;
  const label = t("backToBefore");
  return (
    <Button asChild variant="ghost" size="icon-sm">
      <Link href={hrefBefore(createdAt)} aria-label={label} {...tipOf(label)}>
        <History aria-hidden />
      </Link>
    </Button>
  );
}

type VersionStepperProps = { messageId: string; versions: string[] | null | undefined };

function VersionStepper({ messageId, versions }: VersionStepperProps) {
  const { fixed, isReader, turningTo, show } = useThread();
  if (!versions || versions.length < 2 || isReader) return null;
  const here = versions.indexOf(messageId);
  const asked = turningTo === undefined ? -1 : versions.indexOf(turningTo);
  const at = asked < 0 ? here : asked;
  const step = (to: number, name: string, icon: React.ReactNode) => {
    const id = versions[to];
    const isOff = id === undefined || fixed !== undefined || turningTo !== undefined;
    return (
      <IconButton
        label={name}
        size="icon-sm"
        {...disabledProps(fixed, isOff)}
        className="aria-disabled:bg-transparent aria-disabled:[&_svg]:opacity-40"
        onClick={() => !isOff && show(id)}
      >
        {icon}
      </IconButton>
    );
  };
  return (
    <fieldset aria-label={common("versions")} className="flex shrink-0 items-center tabular-nums">
      {step(at - 1, t("earlierVersion"), <ChevronLeft aria-hidden />)}
      <span aria-live="polite">{t("versionAt", { at: at + 1, count: versions.length })}</span>
      {step(at + 1, t("laterVersion"), <ChevronRight aria-hidden />)}
    </fieldset>
  );
}

/**
 * Props of an icon button that is disabled. The button stays focusable, so that its tooltip can give the
 * reason.
 */
const disabledProps = (reason: string | undefined, isOff = reason !== undefined) => ({
  "aria-disabled": isOff || undefined,
  ...(reason && { "data-tip": reason, "aria-description": reason }),
});
