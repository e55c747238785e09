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
import type { ConversationOrigin } from "@/lib/shared/jobs/kinds";

type OriginLook = {
  icon: LucideIcon;
  /** Of one conversation. */
  title: string;
  /** Of several, in the filter of the list. */
  all: string;
};

/** Who begins the turns of a conversation, as it is shown. */
export const ORIGIN_LOOKS: Record<ConversationOrigin, OriginLook> = {
  chat: { icon: MessageCircle, title: "Chat", all: "Chats" },
  job: { icon: CalendarClock, title: "Job", all: "Jobs" },
  pulse: { icon: Activity, title: "Pulse", all: "Pulse" },
  telegram: { icon: Send, title: "Telegram", all: "Telegram" },
  whatsapp: { icon: MessageCircle, title: "WhatsApp", all: "WhatsApp" },
  agent: { icon: Bot, title: "Another agent", all: "Agents" },
  code: { icon: SquareTerminal, title: "Program", all: "Code" },
  mcp: { icon: Cable, title: "Another program", all: "Programs" },
  component: { icon: Blocks, title: "Component", all: "Components" },
};

/** Before a title: who begins the turns of that conversation, where it is not the person. */
export function OriginMark({ origin }: { origin: ConversationOrigin }) {
  const { icon: Icon, title } = ORIGIN_LOOKS[origin];
  return (
    <span title={title} className="shrink-0">
      <Icon aria-hidden className="size-3.5 text-ink-3" />
      <span className="sr-only">{title}: </span>
    </span>
  );
}
