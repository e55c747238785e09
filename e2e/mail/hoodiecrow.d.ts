declare module "hoodiecrow-imap" {
  import type { Server } from "node:net";

  type Message = { raw: string; uid?: number; flags?: string[]; internaldate?: string };
  type Folder = {
    "special-use"?: string;
    messages?: Message[];
    uidvalidity?: number;
    folders?: Record<string, Folder>;
  };
  type Options = {
    plugins?: string[];
    secureConnection?: boolean;
    users?: Record<string, { password: string }>;
    storage?: Record<string, Folder>;
  };
  type Box = { uidvalidity: number; uidnext: number; messages: Message[] };
  export type ImapResponse = { command?: string; attributes?: unknown[] };
  export type ImapConnection = { selectedMailbox: Box | false };
  type CommandHandler = (connection: ImapConnection, ...args: unknown[]) => void;
  export type Hoodiecrow = {
    getCommandHandler(command: string): CommandHandler;
    setCommandHandler(command: string, handler: CommandHandler): void;
    outputHandlers: ((connection: unknown, response: ImapResponse) => void)[];
    server: Server;
    connections: unknown[];
    listen(port: number, host: string, done: () => void): void;
    close(done?: () => void): void;
    getMailbox(path: string): Box;
    appendMessage(folder: string, flags: string[], date: string | Date, raw: string): Message;
  };
  export default function hoodiecrow(options: Options): Hoodiecrow;
}
