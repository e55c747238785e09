import { t } from "../i18n/en/toolTitles.ts";

type Key = keyof typeof t.messages;

/**
 * Translates a text of the server. Tools of MCP servers and of the agent keep their own text, even if a built-in
 * tool has the same name.
 */
const translated = <T extends string | undefined>(key: string, text: T): T | string =>
  Object.hasOwn(t.messages, key) && t.messages[key as Key] === text ? t(key as Key) : text;

export const titleOfToolset = ({ id, title }: { id: string; title: string }): string =>
  translated(`${id}Toolset`, title);

export const titleOfTool = ({ name, title }: { name: string; title?: string }): string | undefined =>
  translated(name, title);

export const helpOfTool = ({ name, help }: { name: string; help?: string }): string | undefined =>
  translated(`${name}Help`, help);
