import { Check, CircleAlert } from "lucide-react";
import { Ring } from "@/components/kit/ring";
import { countWords } from "@/components/kit/words";
import type { ChannelStatus, ChannelView } from "@/lib/shared/channels";

const WORDS: Record<ChannelStatus, string> = {
  off: "Not connected",
  connecting: "Connecting",
  connected: "Connected",
  lost: "Connection lost",
};

/** How a channel stands. */
export function ChannelState({ channel: { status } }: { channel: ChannelView }) {
  return (
    <p role="status" className="flex shrink-0 items-center gap-1.5 text-ink-2">
      {status === "connected" && <Check aria-hidden className="size-4 text-success" />}
      {status === "lost" && <CircleAlert aria-hidden className="size-4 text-danger" />}
      {status === "connecting" && <Ring />}
      {WORDS[status]}
    </p>
  );
}

/** What went wrong last, and what has not arrived. */
export function ChannelTrouble({ channel }: { channel: ChannelView }) {
  const { status, error, waiting, uncertain } = channel;
  const words = [
    error,
    status === "lost" && waiting > 0 && `${countWords(waiting, "message")} will be sent once it answers.`,
    uncertain > 0 &&
      `${countWords(uncertain, "message")} may not have arrived; ${uncertain === 1 ? "it stands" : "they stand"} in the conversations.`,
  ].filter(Boolean);
  if (words.length === 0) return null;
  return (
    <p role={status === "lost" ? "alert" : undefined} className="mb-5 flex gap-2">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <span className="min-w-0 wrap-anywhere">{words.join(" ")}</span>
    </p>
  );
}
