import pLimit, { type LimitFunction } from "p-limit";
import type { Message } from "@/lib/agent/message/message";
import type { Guard } from "@/lib/shared/tools/external-effects";
import { countTold } from "@/lib/store/conversations/told-sites";
import { withRetry } from "@/lib/store/unreachable";
import type { Tool } from "@/lib/tools/toolsets/define";
import { KnownSites, pathOf, plain } from "./known-sites";
import { addressBits, choiceBits, textBits } from "./message-bits";
import { siteOf } from "./site";

/** Bits that a site may learn in a conversation without approval, once private data was read. */
export const MAX_BITS = 48;
/** While more of a site's addresses than this were named by the user, the choice among them counts. */
const MAX_NAMED = 8;

/** The guard of a step's calls. */
export type CallGuard = Guard & {
  /** Returns the guard for calls that can read private data before they send. */
  forCode(): Guard;
};

const describeRequests = (at: string): string => `more requests to ${siteOf(at)}`;

type Conversation = {
  /** The conversation whose requests are counted: of a subagent, that of the run that started it all. */
  conversationId: string;
  /** No person is there, so a site may learn nothing. */
  isUnattended: boolean;
  isForContact: boolean;
  messages(): readonly Message[];
  /** Messages of the user to the agent that started a subagent. */
  askers(): Promise<readonly Message[]>;
  toolOf(name: string): Tool | undefined;
  /** Code of the agent that no stranger could write. Its addresses count as named. */
  code(): Promise<readonly string[]>;
  /** Names the places from which private data was read, such as "state" or an MCP server. */
  privateSources(): Promise<ReadonlySet<string>>;
  isCovered(covered: string): boolean;
};

/**
 * Permits requests by the amount of data that they tell a site. While a conversation has read nothing private, they tell nothing.
 * Afterwards each costs the bits of its choices, up to `MAX_BITS` for each site and conversation. Each permitted
 * request is counted before it is sent.
 */
export class OutgoingGuard implements CallGuard {
  private readonly conversation: Conversation;
  /** Set for calls of code, which can read private data while it runs. */
  private readonly readsItself: boolean;
  private readonly sites: () => Promise<KnownSites>;
  /** Concurrent requests follow each other, so that each can be the next page of the one before. */
  private readonly inOrder: LimitFunction;

  constructor(conversation: Conversation, of?: OutgoingGuard) {
    this.conversation = conversation;
    this.readsItself = of !== undefined;
    let known: Promise<KnownSites> | undefined;
    this.inOrder = of?.inOrder ?? pLimit(1);
    this.sites = of?.sites ?? (() => (known ??= readSites(conversation)));
  }

  forCode(): OutgoingGuard {
    return new OutgoingGuard(this.conversation, this);
  }

  mayRequest(address: string, choices = 1): Promise<boolean> {
    return this.mayGet(address, choices, "");
  }

  mayOpen(address: string): Promise<boolean> {
    return this.mayGet(address, 1, URL.parse(address)?.hash ?? "");
  }

  private async mayGet(address: string, choices: number, fragment: string): Promise<boolean> {
    const url = URL.parse(address);
    // Allow text that is no web address: the tool itself rejects it, so no request is sent.
    if (!url || !/^https?:$/.test(url.protocol)) return true;
    if (url.username || url.password) return false;
    if (!(await this.counts(url.href))) return true;
    return this.inOrder(() => this.request(url, choices, fragment));
  }

  private async request(url: URL, choices: number, fragment: string): Promise<boolean> {
    const site = (await this.sites()).at(url.href);
    const free = site.fromUser.size <= MAX_NAMED && site.fromUser.has(plain(url)) ? plain(url) : undefined;
    const host = site.hosts.has(url.host) ? "" : url.host;
    const request = { address: plain(url), path: pathOf(url), host };
    const extra = choiceBits(choices) + textBits(fragment, site.words);
    const bits = addressBits(request, site) + extra;
    const isPermitted = await this.spend(url.href, bits, extra === 0 ? free : undefined);
    if (isPermitted) site.add(url);
    return isPermitted;
  }

  async maySay(at: string, text: string, choices = 1): Promise<boolean> {
    if (!/^https?:/.test(at)) return false;
    if (!(await this.counts(at))) return true;
    const { words } = (await this.sites()).at(at);
    return this.spend(at, textBits(text.trim(), words) + choiceBits(choices));
  }

  async mayCall(server: string, values: string): Promise<boolean> {
    if (!(await this.counts(server))) return true;
    const { words } = (await this.sites()).addUserWords(server);
    return this.spend(server, textBits(values.trim(), words));
  }

  covers = describeRequests;

  /** Returns true if a request to this site could tell it something private that it does not have itself. */
  private async counts(at: string): Promise<boolean> {
    if (this.conversation.isCovered(this.covers(at))) return false;
    if (this.readsItself) return true;
    const sources = await this.conversation.privateSources();
    return [...sources].some((source) => source !== siteOf(at));
  }

  private spend(at: string, bits: number, free?: string): Promise<boolean> {
    const { conversationId, isUnattended } = this.conversation;
    const max = isUnattended ? 0 : MAX_BITS;
    return withRetry(() => countTold({ conversationId, site: siteOf(at), bits, max, free }));
  }
}

async function readSites({
  messages,
  askers,
  isForContact,
  toolOf,
  code,
}: Conversation): Promise<KnownSites> {
  const sites = new KnownSites([...(await askers()), ...messages()], { isForContact, toolOf });
  for (const text of await code()) sites.addFromCode(text);
  return sites;
}

const fixedGuard = (permits: boolean): CallGuard => ({
  mayRequest: async () => permits,
  mayOpen: async () => permits,
  maySay: async () => permits,
  mayCall: async () => permits,
  covers: (at) => describeRequests(at),
  forCode: () => fixedGuard(permits),
});

/** Permits everything, for conversations that have read nothing of strangers. */
export const FREE = fixedGuard(true);

/** Permits nothing, for calls by components. */
export const CLOSED = fixedGuard(false);
