"use client";

import {
  Check,
  CircleAlert,
  Cpu,
  FileDown,
  Inbox,
  Keyboard,
  type LucideIcon,
  MessageCircle,
  PanelLeft,
  PanelsTopLeft,
  Pencil,
  Pin,
  PinOff,
  Printer,
  Square,
  SquarePen,
  TextCursorInput,
  Trash2,
  Undo2,
} from "lucide-react";
import { CommandGroup, CommandItem, CommandShortcut, commandScore } from "@/components/ui/command";
import { type Command, useOffered } from "@/components/ui/kit/commands";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shellPalette";
import { KeyHint } from "../key-hint";

type PaletteCommandsProps = { text: string; onRun: (id: string) => void };

const GROUPS: readonly Command["group"][] = ["Here", "Prompts", "Go to", "Layout", "Theme", "Easel"];

export function PaletteCommands({ text, onRun }: PaletteCommandsProps) {
  const commands = useOffered().filter(({ isHidden }) => !isHidden);
  const wanted = text.trim();
  const groups =
    wanted === ""
      ? GROUPS.map((group) => ({
          id: group,
          heading: headingOf(group),
          rows: commands.filter((one) => one.group === group),
        }))
      : [{ id: "found", heading: t("do"), rows: best(commands, wanted) }];
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ id, heading, rows }) => (
      <CommandGroup key={id} heading={heading}>
        {rows.map((command) => (
          <Row key={command.id} command={command} onRun={onRun} />
        ))}
      </CommandGroup>
    ));
}

function headingOf(group: Command["group"]): string {
  if (group === "Here") return t("thisConversation");
  if (group === "Prompts") return t("prompts");
  if (group === "Go to") return t("goTo");
  return group === "Layout" ? common("layout") : group === "Theme" ? common("theme") : common("easel");
}

/** Minimum score of a match. Below it, the typed letters are far apart in the command's name. */
const LEAST = 0.05;
const MAX_MATCHES = 6;

const best = (commands: Command[], wanted: string): Command[] =>
  commands
    .map((command) => ({ command, score: commandScore(command.label, wanted, command.keywords) }))
    .filter(({ score }) => score > LEAST)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_MATCHES)
    .map(({ command }) => command);

function Row({ command, onRun }: { command: Command; onRun: (id: string) => void }) {
  const { id, label, icon, isChosen, shortcut } = command;
  const Icon = icon ?? ICONS[id];
  return (
    <CommandItem value={`command ${id}`} onSelect={() => onRun(id)}>
      {Icon ? <Icon aria-hidden className="text-ink-2" /> : <span aria-hidden className="size-4 shrink-0" />}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {isChosen && <Check aria-label={common("chosen")} />}
      {shortcut && (
        <CommandShortcut>
          <KeyHint of={shortcut} />
        </CommandShortcut>
      )}
    </CommandItem>
  );
}

/** Icons by command id. The palette has them, because its code loads later than the commands are registered. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  create: SquarePen,
  waiting: CircleAlert,
  inbox: Inbox,
  undo: Undo2,
  list: PanelLeft,
  shortcuts: Keyboard,
  composer: TextCursorInput,
  stop: Square,
  model: Cpu,
  rename: Pencil,
  pin: Pin,
  unpin: PinOff,
  remove: Trash2,
  export: FileDown,
  print: Printer,
  chat: MessageCircle,
  canvas: PanelsTopLeft,
};
