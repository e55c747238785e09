"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { ChannelView } from "@/lib/shared/channels";
import { Card } from "../settings-page";
import { ChannelState, ChannelTrouble } from "./channel-state";
import { Disconnect } from "./disconnect";
import { PairPhone } from "./pair-phone";
import { People } from "./people";
import { Step } from "./step";
import { TestMessage } from "./test-message";
import { TokenForm } from "./token-form";

/** From nothing to the first answer on the phone, step by step; once it is linked, how it stands and the ways to change that. */
export function Telegram({ channel }: { channel: ChannelView }) {
  const { account, people, lacks, title } = channel;
  const [isChanging, setIsChanging] = useState(false);
  const isLinked = account !== undefined;
  const steps = useRef<HTMLOListElement>(null);
  // What had the focus goes with the step that it has done.
  const onDone = () => {
    setIsChanging(false);
    steps.current?.focus();
  };
  return (
    <Card
      title={title}
      about="Write to the agent from your phone: it answers, asks and shows there what it does here, and you go on in either place."
      action={<ChannelState channel={channel} />}
    >
      <ChannelTrouble channel={channel} />
      <ol
        ref={steps}
        tabIndex={-1}
        aria-label={`Set up ${title}`}
        className="flex flex-col gap-6 outline-none"
      >
        <Step nth={1} title="Get a bot from Telegram" isDone={isLinked}>
          {!isLinked && <HowToGetABot />}
        </Step>
        <Step nth={2} title={account ? `Connected as ${account.name}` : "Paste its token"} isDone={isLinked}>
          {account && !isChanging && (
            <div className="flex flex-wrap gap-2">
              <Button variant="outline" size="sm" onClick={() => setIsChanging(true)}>
                Use another token
              </Button>
              <Disconnect channel={channel} name={account.name} onDone={onDone} />
            </div>
          )}
          {(!account || isChanging) && (
            <TokenForm id={channel.id} isNew={!account} onDone={onDone} onCancel={account && onDone} />
          )}
        </Step>
        <Step nth={3} title="Pair your phone" isDone={people.length > 0} isLater={!isLinked}>
          {isLinked ? (
            <div className="flex flex-col gap-4">
              <People channel={channel} />
              <PairPhone channel={channel} />
            </div>
          ) : (
            <p className="text-ink-2">Only people whom you pair are answered; anybody else is turned away.</p>
          )}
        </Step>
        <Step nth={4} title="Say something" isDone={false} isLater={people.length === 0}>
          {account && people.length > 0 ? (
            <TestMessage id={channel.id} title={title} name={account.name} url={account.url} />
          ) : (
            <p className="text-ink-2">
              Write to your bot as to anybody. The first answer comes within seconds.
            </p>
          )}
        </Step>
      </ol>
      {lacks.length > 0 && (
        <details className="mt-6 text-ink-2">
          <summary className="w-fit cursor-pointer rounded-in">What {title} cannot do</summary>
          <ul className="mt-1 flex list-disc flex-col gap-0.5 ps-5 marker:text-ink-3">
            {lacks.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

const HowToGetABot = () => (
  <ul className="flex list-disc flex-col gap-1 ps-5 text-ink-2 marker:text-ink-3">
    <li>
      Open{" "}
      <a
        href="https://t.me/BotFather"
        target="_blank"
        rel="noreferrer"
        className="rounded-in text-ink underline underline-offset-2"
      >
        @BotFather<span className="sr-only"> (opens in a new tab)</span>
      </a>{" "}
      in Telegram, on the phone or on the computer. It has a blue check mark.
    </li>
    <li>
      Send it <code className="font-mono text-ink">/newbot</code>.
    </li>
    <li>
      It asks for a name, which people see, and for a username, which ends in{" "}
      <code className="font-mono text-ink">bot</code>.
    </li>
    <li>
      Its answer holds the token, such as{" "}
      <code className="font-mono text-ink wrap-anywhere">123456789:AAEhBOweik6ad9r…</code>. Copy all of it.
    </li>
  </ul>
);
