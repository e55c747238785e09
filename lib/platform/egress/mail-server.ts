import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { withDeadline } from "@/lib/shared/abort";
import { AppError } from "@/lib/shared/errors";
import type { Caller } from "./caller";
import { type EgressNetwork, systemNetwork } from "./guarded-fetch";
import { findTarget, hostnameOf } from "./target";
import { RequestAudit } from "./visit";

/** Ports of IMAP and of mail submission. Port 25 is not one, because servers exchange mail there without an account. */
const MAIL_PORTS = [143, 465, 587, 993];
const LOOKUP_MS = 15_000;

export type MailServer = { host: string; port: number; tls: "tls" | "starttls" | "none" };

/**
 * The checked address of a mail server. A client connects to `address`, and compares the certificate with
 * `servername`, which is missing if the user gave an address. `end` stores the record of the connection.
 */
export type CheckedMailServer = {
  address: string;
  port: number;
  servername?: string;
  end(error?: unknown): void;
};

type Connection = { caller: Caller; protocol: "IMAP" | "SMTP"; signal: AbortSignal };

/**
 * Checks a mail server like every destination of an agent, with the ports of mail besides those of the web. A
 * connection without TLS is possible on this machine only. Throws an AppError.
 */
export async function checkMailServer(
  { host, port, tls }: MailServer,
  { caller, protocol, signal }: Connection,
  { lookup, holes, record }: EgressNetwork = systemNetwork,
): Promise<CheckedMailServer> {
  const url = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const visit = new RequestAudit({ caller, via: "connection", method: protocol, url }, record);
  try {
    const target = await withDeadline(signal, LOOKUP_MS, (own) =>
      findTarget(url, { lookup, holes: holes(), signal: own, visit, ports: MAIL_PORTS }),
    );
    if (tls === "none" && !target.addresses.every(({ address }) => isLoopback(address)))
      throw new AppError("forbidden", `${host} is not this machine, so the connection needs TLS.`);
    // The clients dial a single address, and IPv4 works on more networks.
    const { address } = target.addresses.find(({ family }) => family === 4) ?? target.addresses[0] ?? {};
    if (!address) throw new AppError("unavailable", `The host ${host} cannot be resolved now.`);
    const name = hostnameOf(target.url);
    return { address, port, ...(!isIP(name) && { servername: name }), end: (error) => visit.end(error) };
  } catch (error) {
    visit.end(error);
    throw error;
  }
}

const isLoopback = (address: string): boolean => ipaddr.process(address).range() === "loopback";
