"use client";

import { Check, CircleAlert } from "lucide-react";
import { type ComponentType, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Ring } from "@/components/ui/kit/ring";
import type { ChannelStatus, ChannelView } from "@/lib/shared/channels";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsChannels";
import type { CredentialsProps } from "./credentials";
import { Disconnect } from "./disconnect";
import { PairPhone } from "./pair-phone";
import { People } from "./people";
import { TestMessage } from "./test-message";

type Titled = { title: string; children: ReactNode };

type SetUpProps = {
  channel: ChannelView;
  about: string;
  get: Titled;
  credentials: { title: string; Form: ComponentType<CredentialsProps> };
  then?: Titled;
  whom: string;
};

export function SetUp({ channel, about, get, credentials, then, whom }: SetUpProps) {
  const { account, people, lacksCodes, title } = channel;
  const [isChanging, setIsChanging] = useState(false);
  const isLinked = account !== undefined;
  const isPaired = people.length > 0;
  const steps = useRef<HTMLOListElement>(null);
  // Move the focus, because the focused control unmounts with the completed step.
  const onDone = () => {
    setIsChanging(false);
    steps.current?.focus();
  };
  return (
    <TitledCard title={title} about={about} action={<ChannelState channel={channel} />}>
      <ChannelTrouble channel={channel} />
      <ol
        ref={steps}
        tabIndex={-1}
        aria-label={t("setUp", { title })}
        className="flex flex-col gap-6 outline-none"
      >
        <Step nth={1} title={get.title} isDone={isLinked}>
          {!isLinked && get.children}
        </Step>
        <Step
          nth={2}
          title={account ? t("connectedAs", { name: account.name }) : credentials.title}
          isDone={isLinked}
        >
          {account && !isChanging && (
            <div className="flex flex-wrap gap-2">
              <Button variant="outline" size="sm" onClick={() => setIsChanging(true)}>
                {t("replace")}
              </Button>
              <Disconnect channel={channel} name={account.name} onDone={onDone} />
            </div>
          )}
          {(!account || isChanging) && (
            <credentials.Form id={channel.id} isNew={!account} onDone={onDone} onCancel={account && onDone} />
          )}
        </Step>
        {then && (
          <Step nth={3} title={then.title} isDone={isPaired} isLater={!isLinked}>
            {then.children}
          </Step>
        )}
        <Step nth={then ? 4 : 3} title={t("pairPhone")} isDone={isPaired} isLater={!isLinked}>
          {isLinked ? (
            <div className="flex flex-col gap-4">
              <People channel={channel} />
              <PairPhone channel={channel} />
            </div>
          ) : (
            <p className="text-ink-2">{whom}</p>
          )}
        </Step>
        <Step nth={then ? 5 : 4} title={t("sendMessage")} isDone={false} isLater={!isPaired}>
          {account && isPaired && (
            <TestMessage id={channel.id} title={title} name={account.name} url={account.url} />
          )}
        </Step>
      </ol>
      {lacksCodes.length > 0 && (
        <details className="mt-6 text-ink-2">
          <summary className="w-fit cursor-pointer rounded-in">{common("limits")}</summary>
          <ul className="mt-1 flex list-disc flex-col gap-0.5 ps-5 marker:text-ink-3">
            {lacksCodes.map((code) => (
              <li key={code}>{t(code)}</li>
            ))}
          </ul>
        </details>
      )}
    </TitledCard>
  );
}

type StepProps = {
  nth: number;
  title: string;
  isDone: boolean;
  isLater?: boolean;
  children?: ReactNode;
};

function Step({ nth, title, isDone, isLater = false, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        className={cn(
          "flex size-6 shrink-0 items-center justify-center rounded-full text-meta tabular-nums",
          isDone ? "text-success" : "bg-fill font-medium",
          isLater && "text-ink-3",
        )}
      >
        {isDone ? <Check aria-hidden className="size-4" /> : nth}
        {isDone && <span className="sr-only">{common("done")}</span>}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h3 className={cn("leading-6 font-medium wrap-anywhere", isLater && "text-ink-3")}>{title}</h3>
        {children}
      </div>
    </li>
  );
}

const STATUS_LABELS: Record<ChannelStatus, string> = {
  get off() {
    return t("notConnected");
  },
  get connecting() {
    return t("connecting");
  },
  get connected() {
    return common("connected");
  },
  get lost() {
    return t("lost");
  },
};

export function ChannelState({ channel: { status } }: { channel: ChannelView }) {
  return (
    <p role="status" className="flex shrink-0 items-center gap-1.5 text-ink-2">
      {status === "connected" && <Check aria-hidden className="size-4 text-success" />}
      {status === "lost" && <CircleAlert aria-hidden className="size-4 text-danger" />}
      {status === "connecting" && <Ring />}
      {STATUS_LABELS[status]}
    </p>
  );
}

export function ChannelTrouble({ channel }: { channel: ChannelView }) {
  const { status, error, waiting, uncertain } = channel;
  const messages = [
    error,
    status === "lost" && waiting > 0 && t("waiting", { count: waiting }),
    uncertain > 0 && t("uncertain", { count: uncertain }),
  ].filter(Boolean);
  if (messages.length === 0) return null;
  return (
    <p role={status === "lost" ? "alert" : undefined} className="mb-5 flex gap-2">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <span className="min-w-0 wrap-anywhere">{messages.join(" ")}</span>
    </p>
  );
}
