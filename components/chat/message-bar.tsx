"use client";

import { Pencil, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import type { MessageMetadata } from "@/lib/shared/chat/metadata";
import { Clock } from "./clock";
import { LinkButton } from "./link-button";
import { offBecause } from "./off-because";
import { useThread } from "./thread";
import { usageTitle, usageWords } from "./usage-words";
import { VersionStepper } from "./version-stepper";

type BarProps = { messageId: string; metadata: MessageMetadata; text: () => string };

/** Under a message of the person. */
export function PersonBar({ messageId, metadata, text }: BarProps) {
  const { busy, edit } = useThread();
  return (
    <Bar isShown={hasVersions(metadata)} className="right-0 justify-end">
      <Quiet>
        <Time at={metadata.createdAt} />
        <IconButton
          label="Edit"
          size="icon-sm"
          {...offBecause(busy)}
          onClick={() => !busy && edit(messageId)}
        >
          <Pencil aria-hidden />
        </IconButton>
        <CopyButton text={text} label="Copy your message" />
        <LinkButton messageId={messageId} />
      </Quiet>
      <VersionStepper messageId={messageId} versions={metadata.versions} />
    </Bar>
  );
}

/** Under an answer. Its place is kept where it is always shown, so that nothing moves when the answer is whole. */
export function AgentBar({ messageId, metadata, text, isLive }: BarProps & { isLive: boolean }) {
  const { busy, retry } = useThread();
  if (isLive) return <Bar isShown={false} className="pointer-fine:hidden" />;
  const { createdAt, versions, usage, model } = metadata;
  return (
    <Bar isShown={hasVersions(metadata)} className="-left-1.5">
      <VersionStepper messageId={messageId} versions={versions} />
      <Quiet>
        {text().trim() && <CopyButton text={text} label="Copy the answer" />}
        <IconButton
          label="Try again"
          size="icon-sm"
          {...offBecause(busy)}
          onClick={() => !busy && retry(messageId)}
        >
          <RotateCcw aria-hidden />
        </IconButton>
        <LinkButton messageId={messageId} />
        <Time at={createdAt} />
        <span title={usageTitle(usage, model)} className="min-w-0 truncate">
          {usageWords(usage, model)}
        </span>
      </Quiet>
    </Bar>
  );
}

/** Keeps its place until the server has said when. */
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
  /** Something in it is always seen, so it has a place of its own and not just the gap below the message. */
  isShown: boolean;
  className: string;
  children?: ReactNode;
};

function Bar({ isShown, className, children }: BarFrame) {
  return (
    <div
      className={cn(
        "relative mt-1 flex h-6 max-w-full items-center text-meta text-ink-3 pointer-coarse:h-8 [&_button]:text-ink-3",
        !isShown && "pointer-fine:absolute pointer-fine:top-full pointer-fine:mt-0",
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Shown under the mouse or with the focus inside; always where there is no mouse. */
function Quiet({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center pointer-fine:opacity-0 pointer-fine:transition-opacity pointer-fine:focus-within:opacity-100 pointer-fine:group-hover/message:opacity-100">
      {children}
    </div>
  );
}
