"use client";

import { CopyButton } from "@/components/ui/copy-button";
import type { ChannelView } from "@/lib/shared/channels";
import { Contacts } from "./contacts";
import { MayTell } from "./may-tell";
import { Messages } from "./messages";
import { SetUp } from "./set-up";
import { WhatsAppForm } from "./whatsapp-form";

export const WhatsApp = ({ channel }: { channel: ChannelView }) => (
  <>
    <SetUp
      channel={channel}
      about="Your WhatsApp Business number. The agent answers you and the contacts you choose."
      get={{ title: "Get a number from Meta", children: <HowToGetANumber /> }}
      credentials={{
        title: "Enter its credentials",
        another: "Use other credentials",
        Form: WhatsAppForm,
      }}
      then={{
        title: "Have Meta send messages here",
        children: <Webhook address={channel.webhook ?? ""} />,
      }}
      whom="People that you pair are answered like you; contacts get rights below."
      write="Write to your number."
    />
    {channel.account && (
      <>
        <Contacts />
        <MayTell />
        <Messages />
      </>
    )}
  </>
);

const HowToGetANumber = () => (
  <ul className="flex list-disc flex-col gap-1 ps-5 text-ink-2 marker:text-ink-3">
    <li>
      Create an app of the type Business at{" "}
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
    <li>The verify token is a word that you choose; the next step needs it again.</li>
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
          Meta reaches only public addresses with https: start Easel with{" "}
          <code className="font-mono text-ink">EASEL_ORIGIN</code> set to its address.
        </p>
      )}
    </div>
  );
}
