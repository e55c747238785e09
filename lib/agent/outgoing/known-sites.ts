import { isToolPart, type Message, type ToolPart, toolName } from "@/lib/agent/message/message";
import type { Cause } from "@/lib/shared/chat/metadata";
import { webOf } from "@/lib/shared/chat/web";
import type { Tool } from "@/lib/tools/toolsets/define";
import { lowercaseWordsOf } from "./message-bits";
import { isSecret } from "./secrets";
import { siteOf } from "./site";

const ADDRESS = /https?:\/\/[^\s"'<>`\\]+/gi;
const BARE_ADDRESS = /(?<![\w@./-])[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:\/[^\s"'<>`\\]*)?/gi;
const ATTRIBUTE = /\b(?:href|src|action)\s*=\s*["']?([^"'\s>]+)/gi;
/** Words that are common in addresses. */
const USUAL = "q s p query search page lang sort id html index www en de fr es".split(" ");

/** Addresses and words of a site that a conversation contains. */
export class KnownSite {
  /** Addresses without fragments that the user, pages or search results named, with their decoded paths. */
  readonly addresses = new Map<string, string>();
  /** Addresses that the user named. */
  readonly fromUser = new Set<string>();
  readonly hosts = new Set<string>();
  /** Lower-case words that the site has shown, or that its addresses contain. */
  readonly words = new Set(USUAL);

  /** Decoded path of the address that was requested or named last. */
  last = "";

  add(url: URL): void {
    const path = pathOf(url);
    this.last = path;
    this.addresses.set(plain(url), path);
    this.hosts.add(url.host);
    this.read(`${path} ${url.hash}`);
  }

  read(text: string): void {
    for (const word of lowercaseWordsOf(text)) this.words.add(word);
  }
}

/** Reads from the messages of a conversation what its sites know: addresses, and words that they have shown. */
export class KnownSites {
  private readonly sites = new Map<string, KnownSite>();
  private readonly userWords = new Set<string>();

  private readonly toolOf: (name: string) => Tool | undefined;

  constructor(
    messages: readonly Message[],
    { isForContact, toolOf }: { isForContact: boolean; toolOf: (name: string) => Tool | undefined },
  ) {
    this.toolOf = toolOf;
    for (const message of messages)
      for (const part of message.parts) {
        const { metadata } = message;
        if (message.role === "user") {
          // Text of contacts is not the user's.
          if (isForContact || isFromElsewhere(message)) continue;
          if (part.type === "text") this.readUserText(ownText(part.text, metadata?.cause));
          if (metadata?.cause) continue;
          if (part.type === "data-browser") this.readUserText(`${part.data.url} ${part.data.text ?? ""}`);
        } else if (isToolPart(part)) this.readOutput(part);
      }
    for (const site of this.sites.values())
      if (site.fromUser.size > 0) for (const word of this.userWords) site.words.add(word);
  }

  /** Adds addresses that code of the user's agent names, unless strangers could have written the code. */
  addFromCode(code: string): void {
    for (const found of addressesIn(code)) {
      const url = this.addAddress(found.replace(/\$\{.*$/s, ""));
      if (url) this.addUserWords(url.href);
    }
  }

  /** The user's words count as known to a server that the user has added, and to sites that their code names. */
  addUserWords(place: string): KnownSite {
    const site = this.at(place);
    for (const word of this.userWords) site.words.add(word);
    return site;
  }

  /** Returns the site of an address. A new site knows nothing. */
  at(address: string): KnownSite {
    const key = siteOf(address);
    const site = this.sites.get(key) ?? new KnownSite();
    this.sites.set(key, site);
    return site;
  }

  private readUserText(text: string): void {
    for (const token of text.split(/\s+/))
      if (!isSecret(token)) for (const word of lowercaseWordsOf(token)) this.userWords.add(word);
    const bare = (text.match(BARE_ADDRESS) ?? []).flatMap((found) => [`https://${found}`, `http://${found}`]);
    for (const found of [...addressesIn(text), ...bare]) {
      const url = this.addAddress(found);
      if (url) this.at(url.href).fromUser.add(plain(url));
    }
  }

  private readOutput(part: ToolPart): void {
    const tool = this.toolOf(toolName(part));
    if (part.state !== "output-available" || !tool?.quotesWeb) return;
    const strings = stringsIn(part.output);
    if (tool.receiver) for (const text of strings) this.at(tool.receiver).read(text);
    const web = webOf(part);
    for (const place of web) this.addAddress(place);
    const [only] = web;
    const isOfOne = web.length === 1 && only !== undefined;
    if (isOfOne) for (const text of strings) this.at(only).read(text);
    const base = addressIn(part.output) ?? addressIn(part.input) ?? (isOfOne ? only : undefined);
    for (const text of strings) {
      for (const found of addressesIn(text)) this.addAddress(found);
      for (const [, link = ""] of text.matchAll(ATTRIBUTE))
        if (base && URL.canParse(link, base)) this.addAddress(new URL(link, base).href);
    }
    // A requested address is known to its site.
    const asked = addressIn(part.input);
    if (asked && web.length > 0) this.addAddress(asked);
  }

  private addAddress(address: string): URL | null {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return null;
    this.at(url.href).add(url);
    return url;
  }
}

/**
 * Returns true for a message of role user that the user did not write here: a subagent's task or result, that of a code
 * job, or a message of another product's export.
 */
export const isFromElsewhere = ({ parts, metadata }: Message): boolean =>
  metadata?.helper != null || metadata?.imported != null || parts.some(({ type }) => type === "data-task");

/**
 * Returns the text that the user wrote: the whole message, or only the instruction of a job, because text from
 * outside may follow it.
 */
export const ownText = (text: string, cause: Cause | null | undefined): string =>
  cause ? text.slice(0, cause.instructionChars ?? 0) : text;

export const plain = ({ href }: URL): string => href.replace(/#.*$/s, "");

/** Returns path and query of a URL without escapes. */
export function pathOf({ pathname, search }: URL): string {
  const text = `${pathname}${search}`;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Returns the addresses in a text without the punctuation that follows them. */
const addressesIn = (text: string): string[] =>
  (text.match(ADDRESS) ?? []).flatMap((found) => {
    const short = found.replace(/[)\]].*$/s, "").replace(END, "");
    return short.includes("(") ? [short, balanced(found)] : [short];
  });

const END = /[).,;:!?\]}*_]+$/;

/** Returns an address up to the bracket that it did not open, because an address may contain brackets. */
function balanced(found: string): string {
  let depth = 0;
  for (let at = 0; at < found.length; at++) {
    if (found[at] === "(") depth++;
    else if (found[at] === ")" && --depth < 0) return found.slice(0, at);
  }
  return found.replace(/[.,;:!?\]}*_]+$/, "");
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const addressIn = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "url" in value && typeof value.url === "string"
    ? value.url
    : undefined;
