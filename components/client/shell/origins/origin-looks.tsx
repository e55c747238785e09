import {
  Activity,
  Blocks,
  Bot,
  Cable,
  CalendarClock,
  History,
  type LucideIcon,
  Mail,
  MessageCircle,
  Send,
  SquareTerminal,
} from "lucide-react";
import { CHANNEL_TITLES, CHANNELS, type ChannelId } from "@/lib/shared/channels";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shellOrigins";
import type { ConversationOrigin } from "@/lib/shared/jobs/kinds";

type OriginLook = {
  icon: LucideIcon;
  title: string;
  all: string;
};

/** Returns the name of a channel. Names of messengers have no translation. */
export const channelTitle = (id: ChannelId): string => (id === "mail" ? t("mail") : CHANNEL_TITLES[id]);

const channelIcons = { telegram: Send, whatsapp: MessageCircle, mail: Mail };

const channels = Object.fromEntries(
  CHANNELS.map((id): [string, OriginLook] => [
    id,
    {
      icon: channelIcons[id],
      get title() {
        return channelTitle(id);
      },
      get all() {
        return channelTitle(id);
      },
    },
  ]),
) as Record<ChannelId, OriginLook>;

export const ORIGIN_LOOKS: Record<ConversationOrigin, OriginLook> = {
  chat: {
    icon: MessageCircle,
    get title() {
      return common("chat");
    },
    get all() {
      return t("chats");
    },
  },
  job: {
    icon: CalendarClock,
    get title() {
      return common("job");
    },
    get all() {
      return common("jobs");
    },
  },
  pulse: {
    icon: Activity,
    get title() {
      return t("checkIn");
    },
    get all() {
      return t("checkIns");
    },
  },
  ...channels,
  agent: {
    icon: Bot,
    get title() {
      return t("anotherAgent");
    },
    get all() {
      return common("agents");
    },
  },
  code: {
    icon: SquareTerminal,
    get title() {
      return t("program");
    },
    get all() {
      return common("code");
    },
  },
  mcp: {
    icon: Cable,
    get title() {
      return t("anotherProgram");
    },
    get all() {
      return t("programs");
    },
  },
  component: {
    icon: Blocks,
    get title() {
      return common("component");
    },
    get all() {
      return common("components");
    },
  },
  import: {
    icon: History,
    get title() {
      return t("import");
    },
    get all() {
      return t("imports");
    },
  },
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
