import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import hoodiecrow, { type Hoodiecrow, type ImapConnection, type ImapResponse } from "hoodiecrow-imap";
import { SMTPServer } from "smtp-server";

/** A mail that the SMTP server has received completely. */
export type ReceivedMail = { from: string; to: string[]; raw: string };

const PLUGINS = [
  ...["ID", "AUTH-PLAIN", "IDLE", "NAMESPACE", "UIDPLUS", "SPECIAL-USE", "UNSELECT", "LITERALPLUS"],
];

type Start = { address?: string; password?: string; messages?: readonly string[] };

/** Mail servers on loopback: IMAP with INBOX, Work, Sent and Drafts, and SMTP that keeps what it receives. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Runs when the content has arrived completely, before the server answers. It can throw an SMTP error. */
  onContent: (mail: ReceivedMail) => Promise<void> = async () => {};
  readonly address: string;
  readonly password: string;
  private readonly imap: Hoodiecrow;
  private readonly smtp: SMTPServer;
  private readonly sockets = new Set<Socket>();

  private constructor(imap: Hoodiecrow, address: string, password: string) {
    this.imap = imap;
    this.address = address;
    this.password = password;
    imap.server.on("connection", (socket: Socket) => this.keep(socket));
    imap.outputHandlers.push((_connection, response) => joinNumbers(response));
    this.smtp = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      authOptional: false,
      onAuth: ({ username, password: given }, _session, done) =>
        username === address && given === this.password
          ? done(null, { user: username })
          : done(new Error("Invalid user name or password")),
      onRcptTo: ({ address: to }, _session, done) =>
        to.startsWith("nobody@") ? done(smtpError(550, "No such user")) : done(),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const mail = {
            from: envelope.mailFrom ? envelope.mailFrom.address : "",
            to: envelope.rcptTo.map(({ address: to }) => to),
            raw: Buffer.concat(chunks).toString(),
          };
          this.onContent(mail).then(
            () => {
              this.received.push(mail);
              done();
            },
            (error) => done(error),
          );
        });
      },
    });
    this.smtp.on("error", () => {});
    this.smtp.server.on("connection", (socket: Socket) => this.keep(socket));
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.once("close", () => this.sockets.delete(socket));
  }

  static async start({ address = "ada@harbour.test", password = "secret", messages = [] }: Start = {}) {
    const imap = hoodiecrow({
      plugins: PLUGINS,
      users: { [address]: { password } },
      storage: {
        INBOX: { messages: messages.map((raw) => ({ raw })) },
        "": {
          folders: {
            Work: {},
            Sent: { "special-use": "\\Sent" },
            Drafts: { "special-use": "\\Drafts" },
          },
        },
      },
    });
    const server = new MailServer(imap, address, password);
    await new Promise<void>((done) => imap.listen(0, "127.0.0.1", done));
    server.smtp.listen(0, "127.0.0.1");
    await once(server.smtp.server, "listening");
    return server;
  }

  get imapPort(): number {
    return portOf(this.imap.server.address());
  }

  get smtpPort(): number {
    return portOf(this.smtp.server.address());
  }

  /** The body of `PUT /api/channels/mail`. */
  get credentials() {
    const { address, password } = this;
    return {
      account: {
        ...{ address, name: "Ada Harbour", user: address },
        imap: { host: "127.0.0.1", port: this.imapPort, tls: "none" as const },
        smtp: { host: "127.0.0.1", port: this.smtpPort, tls: "none" as const },
      },
      password,
    };
  }

  deliver(raw: string, folder = "INBOX", at: Date | "" = ""): void {
    this.imap.appendMessage(folder, [], at, raw.replaceAll(/\r?\n/g, "\r\n"));
  }

  /** Runs `act` once, before the IMAP server carries out the next command of this name. */
  before(command: string, act: (connection: ImapConnection) => unknown): void {
    const handler = this.imap.getCommandHandler(command);
    this.imap.setCommandHandler(command, async (connection, ...args) => {
      this.imap.setCommandHandler(command, handler);
      await act(connection);
      handler(connection, ...args);
    });
  }

  /** Runs `act` once, after the next EXAMINE has closed a folder and before it opens one, so a mail is not announced. */
  beforeOpening(act: () => unknown): void {
    this.before("EXAMINE", (connection) => {
      connection.selectedMailbox = false;
      return act();
    });
  }

  /** The mails of a folder, oldest first. */
  in(folder: string): string[] {
    return this.imap.getMailbox(folder).messages.map(({ raw }) => raw);
  }

  /** Gives all mails of a folder new numbers, as servers do after a restore. */
  renumber(folder: string): void {
    const box = this.imap.getMailbox(folder);
    box.uidvalidity += 1;
    for (const message of box.messages) message.uid = (message.uid ?? 0) + 100;
    box.uidnext += 100;
  }

  disconnect(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.disconnect();
    await new Promise<void>((done) => this.smtp.close(() => done()));
    await new Promise<void>((done) => this.imap.server.close(() => done()));
  }
}

/**
 * Writes the numbers of a search result as one text. The server copies the whole answer before it adds another attribute,
 * which takes 22 seconds for 100,000 numbers.
 */
function joinNumbers(response: ImapResponse): void {
  if (response.command === "SEARCH" && response.attributes)
    response.attributes = [{ type: "TEXT", value: response.attributes.join(" ") }];
}

const portOf = (address: string | AddressInfo | null): number =>
  typeof address === "object" && address !== null ? address.port : 0;

export const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

type Written = {
  from?: string;
  subject?: string;
  text?: string;
  id?: string;
  headers?: readonly string[];
};

/** Writes a mail in plain text. */
export const mailOf = ({
  from = "Grace <grace@reef.test>",
  subject = "Tides",
  text = "High water at nine.",
  id,
  headers = [],
}: Written = {}) =>
  [
    ...[`From: ${from}`, "To: ada@harbour.test", `Subject: ${subject}`],
    ...[`Message-ID: ${id ?? `<${crypto.randomUUID()}@reef.test>`}`, "Date: Fri, 01 May 2026 09:00:00 +0000"],
    ...[...headers, "Content-Type: text/plain; charset=utf-8", "", text],
  ].join("\r\n");
