import { isIP } from "node:net";
import { raceAbort } from "@/lib/shared/abort";
import { AppError } from "@/lib/shared/errors";
import { isOpened } from "./holes";
import { isWebPort } from "./ports";
import { isPublicAddress } from "./public-address";
import { shownUrl } from "./shown-url";
import type { Visit } from "./visit";

export type Address = { address: string; family: number };
/** All addresses of a name, as the system knows them. */
export type Lookup = (hostname: string) => Promise<readonly Address[]>;

/** Where a request may go: the address that was asked for, and those that were checked and are the only ones dialled. */
export type Target = { url: URL; addresses: readonly Address[] };

const LONGEST = 8_000;

type Checks = { lookup: Lookup; holes: readonly string[]; signal: AbortSignal; visit: Visit };

/** Checks an address and every number behind its name; throws in words where it must not be reached. */
export async function findTarget(given: string, { lookup, holes, signal, visit }: Checks): Promise<Target> {
  const url = parse(given);
  const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const family = isIP(hostname);
  const addresses = family
    ? [{ address: hostname, family }]
    : await raceAbort(() => resolve(hostname, lookup), signal);
  // One address that may not be reached is enough: which of them would be dialled is not left to chance.
  for (const { address } of addresses) {
    if (isOpened(holes, hostname, address)) continue;
    visit.note({ address });
    if (!isPublicAddress(address)) throw notPublic(hostname);
    if (!isWebPort(portOf(url))) throw notWeb(portOf(url));
  }
  visit.note({ address: addresses[0]?.address });
  return { url, addresses };
}

function parse(text: string): URL {
  if (text.length > LONGEST)
    throw new AppError("invalid", `The address is longer than ${LONGEST} characters.`);
  if (!URL.canParse(text))
    throw new AppError(
      "invalid",
      `“${shownUrl(text).slice(0, 200)}” is no web address. Give it whole: https://example.com/page`,
    );
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    const scheme = url.protocol.slice(0, 40);
    throw new AppError("invalid", `Only http and https can be reached, not ${scheme} Begin with https://`);
  }
  if (url.username || url.password) {
    throw new AppError("invalid", "The address holds a user name or password. Give it without.");
  }
  if (url.hostname === "") throw new AppError("invalid", "The address names no host.");
  return url;
}

async function resolve(hostname: string, lookup: Lookup): Promise<readonly Address[]> {
  const addresses = await lookup(hostname).catch((cause: unknown) => {
    throw unknownHost(hostname, cause);
  });
  if (addresses.length === 0) throw unknownHost(hostname);
  return addresses;
}

export const portOf = ({ protocol, port }: URL) => Number(port || (protocol === "https:" ? 443 : 80));

const unknownHost = (hostname: string, cause?: unknown) =>
  new AppError(
    "unavailable",
    `There is no host ${hostname}, or it cannot be looked up now. Check the address.`,
    {
      cause,
    },
  );

const notPublic = (hostname: string) =>
  new AppError(
    "forbidden",
    `${hostname} is not on the public internet, so it is not reached. Who runs Easel can open it with EASEL_EGRESS_ALLOW.`,
  );

const notWeb = (port: number) =>
  new AppError("forbidden", `Port ${port} is no port of a web server, so it is not asked.`);
