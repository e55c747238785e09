import {
  Activity,
  Blocks,
  Bot,
  Cable,
  CalendarClock,
  type LucideIcon,
  MessageCircle,
  Send,
  SquareTerminal,
} from "lucide-react";
import { CHANNEL_TITLES, type ChannelId } from "@/lib/shared/channels";
import type { ConversationOrigin } from "@/lib/shared/jobs/kinds";

type OriginLook = {
  icon: LucideIcon;
  title: string;
  all: string;
};

const channels = Object.fromEntries(
  Object.entries(CHANNEL_TITLES).map(([id, title]) => [
    id,
    { icon: id === "telegram" ? Send : MessageCircle, title, all: title },
  ]),
) as Record<ChannelId, OriginLook>;

export const ORIGIN_LOOKS: Record<ConversationOrigin, OriginLook> = {
  chat: { icon: MessageCircle, title: "Chat", all: "Chats" },
  job: { icon: CalendarClock, title: "Job", all: "Jobs" },
  pulse: { icon: Activity, title: "Check-in", all: "Check-ins" },
  ...channels,
  agent: { icon: Bot, title: "Another agent", all: "Agents" },
  code: { icon: SquareTerminal, title: "Program", all: "Code" },
  mcp: { icon: Cable, title: "Another program", all: "Programs" },
  component: { icon: Blocks, title: "Component", all: "Components" },
};

export function OriginMark({ origin }: { origin: ConversationOrigin }) {
  const { icon: Icon, title } = ORIGIN_LOOKS[origin];
  return (
    <span title={title} className="shrink-0">
      <Icon aria-hidden className="size-3.5 text-ink-3" />
      <span className="sr-only">{title}: </span>
    </span>
  );
}
