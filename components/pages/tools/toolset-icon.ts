import {
  Blocks,
  BookText,
  Bot,
  Brain,
  CalendarClock,
  Component,
  Database,
  Globe,
  Image,
  LayoutGrid,
  type LucideIcon,
  MessageCircleQuestionMark,
  MessagesSquare,
  MousePointerClick,
  PanelsTopLeft,
  Plug,
  Sparkles,
  SquareFunction,
  SquareTerminal,
  Table2,
  Wrench,
} from "lucide-react";

/** Other toolsets get the icon of MCP servers. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  own: Sparkles,
  self: BookText,
  state: Table2,
  database: Database,
  tools: Wrench,
  sandbox: SquareFunction,
  components: Component,
  canvas: PanelsTopLeft,
  user: MessageCircleQuestionMark,
  web: Globe,
  browser: MousePointerClick,
  images: Image,
  memory: Brain,
  documents: Table2,
  schedule: CalendarClock,
  code: SquareTerminal,
  whatsapp: MessagesSquare,
  agents: Bot,
  board: LayoutGrid,
};

export const toolsetIcon = (id: string): LucideIcon =>
  (Object.hasOwn(ICONS, id) && ICONS[id]) || (id.startsWith("mcp:") ? Plug : Blocks);
