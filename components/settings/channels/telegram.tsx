import type { ChannelView } from "@/lib/shared/channels";
import { SetUp } from "./set-up";
import { TokenForm } from "./token-form";

export const Telegram = ({ channel }: { channel: ChannelView }) => (
  <SetUp
    channel={channel}
    about="Start a conversation there, continue it here."
    get={{ title: "Get a bot from Telegram", children: <HowToGetABot /> }}
    credentials={{ title: "Paste its token", another: "Use another token", Form: TokenForm }}
    whom="The agent answers only people that you pair; all others are rejected."
    write="Write to your bot. The first answer arrives within seconds."
  />
);

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
      Its answer contains the token, such as{" "}
      <code className="font-mono text-ink wrap-anywhere">123456789:AAEhBOweik6ad9r…</code>. Copy all of it.
    </li>
  </ul>
);
