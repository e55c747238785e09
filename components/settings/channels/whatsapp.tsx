"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { ChannelView } from "@/lib/shared/channels";
import { Card } from "../settings-page";
import { ChannelState, ChannelTrouble } from "./channel-state";
import { Contacts } from "./contacts";
import { Disconnect } from "./disconnect";
import { MayTell } from "./may-tell";
import { Messages } from "./messages";
import { PairPhone } from "./pair-phone";
import { People } from "./people";
import { Step } from "./step";
import { TestMessage } from "./test-message";
import { WhatsAppForm } from "./whatsapp-form";

/** From nothing to the first answer, step by step; then whom the agent may read and answer, and what was written. */
export function WhatsApp({ channel }: { channel: ChannelView }) {
  const { account, people, title, lacks } = channel;
  const [isChanging, setIsChanging] = useState(false);
  const isLinked = account !== undefined;
  const steps = useRef<HTMLOListElement>(null);
  const onDone = () => {
    setIsChanging(false);
    steps.current?.focus();
  };
  return (
    <>
      <Card
        title={title}
        about="A number of your own at WhatsApp Business: you write to the agent there, and it may read and answer the contacts that you name."
        action={<ChannelState channel={channel} />}
      >
        <ChannelTrouble channel={channel} />
        <ol
          ref={steps}
          tabIndex={-1}
          aria-label={`Set up ${title}`}
          className="flex flex-col gap-6 outline-none"
        >
          <Step nth={1} title="Get a number from Meta" isDone={isLinked}>
            {!isLinked && <HowToGetANumber />}
          </Step>
          <Step
            nth={2}
            title={account ? `Connected as ${account.name}` : "Give its credentials"}
            isDone={isLinked}
          >
            {account && !isChanging && (
              <div className="flex flex-wrap gap-2">
                <Button variant="outline" size="sm" onClick={() => setIsChanging(true)}>
                  Use other credentials
                </Button>
                <Disconnect channel={channel} name={account.name} onDone={onDone} />
              </div>
            )}
            {(!account || isChanging) && (
              <WhatsAppForm id={channel.id} isNew={!account} onDone={onDone} onCancel={account && onDone} />
            )}
          </Step>
          <Step nth={3} title="Have Meta send messages here" isDone={people.length > 0} isLater={!isLinked}>
            <Webhook address={channel.webhook ?? ""} />
          </Step>
          <Step nth={4} title="Pair your phone" isDone={people.length > 0} isLater={!isLinked}>
            {isLinked ? (
              <div className="flex flex-col gap-4">
                <People channel={channel} />
                <PairPhone channel={channel} />
              </div>
            ) : (
              <p className="text-ink-2">Whom you pair is answered as you are; contacts get rights below.</p>
            )}
          </Step>
          <Step nth={5} title="Say something" isDone={false} isLater={people.length === 0}>
            {account && people.length > 0 ? (
              <TestMessage id={channel.id} title={title} name={account.name} url={account.url} />
            ) : (
              <p className="text-ink-2">Write to your number as to anybody.</p>
            )}
          </Step>
        </ol>
        <details className="mt-6 text-ink-2">
          <summary className="w-fit cursor-pointer rounded-in">What {title} cannot do</summary>
          <ul className="mt-1 flex list-disc flex-col gap-0.5 ps-5 marker:text-ink-3">
            {lacks.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </details>
      </Card>
      {isLinked && (
        <>
          <Contacts />
          <MayTell />
          <Messages />
        </>
      )}
    </>
  );
}

const HowToGetANumber = () => (
  <ul className="flex list-disc flex-col gap-1 ps-5 text-ink-2 marker:text-ink-3">
    <li>
      Make an app of the type Business at{" "}
      <a
        href="https://developers.facebook.com/apps"
        target="_blank"
        rel="noreferrer"
        className="rounded-in text-ink underline underline-offset-2"
      >
        developers.facebook.com<span className="sr-only"> (opens in a new tab)</span>
      </a>
      , and add the product WhatsApp to it. It comes with a test number.
    </li>
    <li>Under WhatsApp, API Setup: the phone number ID, and for a first try the temporary access token.</li>
    <li>Under App settings, Basic: the app secret.</li>
    <li>The verify token is a word of your own; the next step needs it again.</li>
  </ul>
);

function Webhook({ address }: { address: string }) {
  const isPublic = address.startsWith("https://");
  return (
    <div className="flex max-w-form flex-col gap-2">
      <p className="text-ink-2">
        In the app, under WhatsApp, Configuration: give this as the callback URL, with your verify token, and
        subscribe to the field <code className="font-mono text-ink">messages</code>.
      </p>
      <div className="flex items-center gap-2 rounded-in bg-fill px-3 py-2">
        <code className="min-w-0 flex-1 font-mono select-all wrap-anywhere">{address}</code>
        <CopyButton text={() => address} label="Copy the callback URL" />
      </div>
      {!isPublic && (
        <p className="text-ink-2">
          Meta reaches only addresses with https that everybody can reach: start Easel with{" "}
          <code className="font-mono text-ink">EASEL_ORIGIN</code> set to its address.
        </p>
      )}
    </div>
  );
}
