import { isToolPart, type Message, type ToolPart, toolName } from "@/lib/agent/message/message";
import type { Cause } from "@/lib/shared/chat/metadata";
import { webOf } from "@/lib/shared/chat/web";
import type { Guard } from "@/lib/shared/tools/external-effects";
import { findTool } from "@/lib/tools/toolsets/index";

/** Limits for an address or a typed text made of known words, because the choice of words can encode data. */
const MAX_CHARS = 200;
const MAX_WORDS = 12;
/** Maximum addresses per site and conversation that the model composed itself. */
const MAX_COMPOSED = 5;
/**
 * Maximum addresses per site and conversation in which a number is one more or one less than in a known address,
 * such as the next page. They have their own limit, because each reveals little: which number, and up or down.
 */
const MAX_STEPS = 30;
/** Words that are common in addresses and reveal nothing. */
const USUAL = new Set("q s p query search page lang sort id html index www en de fr es".split(" "));
/** Allowed separators between two words. Other characters could encode data. */
const SEPARATOR = /^(?:[/?&=.,+_ -]|\/\?|, )$/;
const NUMBER = /(?<!\d)\d{1,6}(?!\d)/g;
const WORD_PATTERN = /[\p{L}\p{N}]+/gu;
const ADDRESS = /https?:\/\/[^\s"'<>`\\]+/gi;
const BARE_ADDRESS = /(?<![\w@./-])[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:\/[^\s"'<>`\\]*)?/gi;
const ATTRIBUTE = /\b(?:href|src|action)\s*=\s*["']?([^"'\s>]+)/gi;

/**
 * Allows requests only to addresses that the user, pages or search results have named in a conversation, with
 * words that the site already knows. A deceived model that sends only these reveals nothing to a site.
 */
export class NamedAddresses implements Guard {
  private readonly addresses = new Set<string>();
  private readonly asked = new Set<string>();
  private readonly origins = new Set<string>();
  private readonly userOrigins = new Set<string>();
  private readonly pageTexts = new Map<string, string[]>();
  private readonly wordsByOrigin = new Map<string, Set<string>>();
  private readonly composed = new Map<string, Set<string>>();
  private readonly steps = new Map<string, Set<string>>();
  private readonly requested = new Set<string>();
  private readonly userTexts: string[] = [];

  constructor(messages: readonly Message[], { isForContact = false } = {}) {
    for (const { role, parts: all, metadata } of messages)
      for (const part of all) {
        if (role === "user") {
          // Text of contacts and of other agents is not trusted like the user's.
          if (isForContact || metadata?.helper) continue;
          if (part.type === "text") this.readUserText(ownText(part.text, metadata?.cause));
          if (metadata?.cause) continue;
          if (part.type === "data-browser") this.readUserText(`${part.data.url} ${part.data.text ?? ""}`);
        } else if (isToolPart(part)) this.readOutput(part);
      }
    for (const { role, parts } of messages)
      if (role === "assistant") for (const part of parts) if (isToolPart(part)) this.count(part);
  }

  mayAsk(address: string): boolean {
    const url = URL.parse(address);
    // Allow text that is no web address: the tool itself rejects it, so no request is sent.
    if (!url || !/^https?:$/.test(url.protocol)) return true;
    if (url.username || url.password) return false;
    if (this.addresses.has(plain(url)) || this.asked.has(plain(url))) return true;
    if (!this.origins.has(url.origin)) return false;
    if (!this.isHarmless(url.origin, decoded(`${url.pathname}${url.search}`))) return false;
    return this.spend(url);
  }

  private spend(url: URL): boolean {
    const [budget, max] = this.isStep(url) ? [this.steps, MAX_STEPS] : [this.composed, MAX_COMPOSED];
    const used = budget.get(url.origin) ?? new Set();
    if (this.requested.has(plain(url))) return true;
    if (used.size >= max) return false;
    budget.set(url.origin, used.add(plain(url)));
    this.requested.add(plain(url));
    return true;
  }

  /** Returns true if a number in the address is one more or one less than in a known address. */
  private isStep({ origin, href }: URL): boolean {
    const rest = href.slice(origin.length);
    return [...rest.matchAll(NUMBER)].some(({ 0: digits, index }) =>
      [Number(digits) - 1, Number(digits) + 1].some((number) => {
        const next = String(number).padStart(digits.startsWith("0") ? digits.length : 0, "0");
        const near = `${origin}${rest.slice(0, index)}${next}${rest.slice(index + digits.length)}`;
        return this.addresses.has(near) || this.requested.has(near);
      }),
    );
  }

  maySay(at: string, text: string): boolean {
    const origin = URL.parse(at)?.origin;
    return origin !== undefined && this.isHarmless(origin, text.trim());
  }

  /**
   * Returns true if the text reveals nothing to the site: it has few words, and each is known from the site,
   * or from the user for a site that the user named.
   */
  private isHarmless(origin: string, text: string): boolean {
    const words = text.match(WORD_PATTERN) ?? [];
    if (text.length > MAX_CHARS || words.length > MAX_WORDS) return false;
    const between = text.split(WORD_PATTERN);
    if (!between.every((signs, at) => SEPARATOR.test(signs) || (signs === "" && isEnd(at, between))))
      return false;
    const knownWords = this.knownWordsOf(origin);
    const novel = words.filter((word) => !USUAL.has(word) && !knownWords.has(word.toLowerCase()));
    return novel.length === 0 || (novel.length === 1 && /^\d{1,3}$/.test(novel[0] ?? ""));
  }

  private knownWordsOf(origin: string): Set<string> {
    const cached = this.wordsByOrigin.get(origin);
    if (cached) return cached;
    const contents = [
      ...(this.pageTexts.get(origin) ?? []),
      ...(this.userOrigins.has(origin) ? this.userTexts : []),
    ];
    const words = new Set(contents.flatMap((text) => text.toLowerCase().match(WORD_PATTERN) ?? []));
    this.wordsByOrigin.set(origin, words);
    return words;
  }

  private readUserText(text: string): void {
    this.userTexts.push(text);
    const bare = (text.match(BARE_ADDRESS) ?? []).flatMap((found) => [`https://${found}`, `http://${found}`]);
    for (const found of [...addressesIn(text), ...bare]) {
      const url = this.addAddress(found);
      if (url) this.userOrigins.add(url.origin);
    }
  }

  private readOutput(part: ToolPart): void {
    if (part.state !== "output-available" || !findTool(toolName(part))?.tool.quotesWeb) return;
    const strings = stringsIn(part.output);
    const web = webOf(part);
    // Allow addresses that were requested before, because a repeated request reveals nothing new.
    const asked = URL.parse(addressIn(part.input) ?? "");
    if (asked && web.length > 0) this.asked.add(plain(asked));
    for (const origin of web) this.addAddress(origin);
    const [only] = web;
    const isOfOne = web.length === 1 && only !== undefined;
    if (isOfOne) this.pageTexts.set(only, [...(this.pageTexts.get(only) ?? []), ...strings]);
    const base = addressIn(part.output) ?? addressIn(part.input) ?? (isOfOne ? only : undefined);
    for (const text of strings) {
      for (const found of addressesIn(text)) this.addAddress(found);
      for (const [, link = ""] of text.matchAll(ATTRIBUTE))
        if (base && URL.canParse(link, base)) this.addAddress(new URL(link, base).href);
    }
  }

  private count(part: ToolPart): void {
    const url = URL.parse(addressIn(part.input) ?? "");
    if (!url || part.state === "input-streaming" || this.addresses.has(plain(url))) return;
    if (part.state === "input-available" || part.state === "approval-requested") return;
    this.spend(url);
  }

  private addAddress(address: string): URL | null {
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol)) return null;
    this.addresses.add(plain(url));
    this.origins.add(url.origin);
    const text = decoded(`${url.pathname}${url.search}`);
    this.pageTexts.set(url.origin, [...(this.pageTexts.get(url.origin) ?? []), text]);
    return url;
  }
}

/**
 * Returns the text that the user wrote: the whole message, or only the instruction of a job, because text from
 * outside may follow it.
 */
const ownText = (text: string, cause: Cause | null | undefined): string =>
  cause ? text.slice(0, cause.instructionChars ?? 0) : text;

const isEnd = (at: number, all: readonly string[]) => at === 0 || at === all.length - 1;

const plain = ({ href }: URL): string => href.replace(/#.*$/s, "");

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Returns each address with and without trailing punctuation and closing brackets. */
const addressesIn = (text: string): string[] =>
  (text.match(ADDRESS) ?? []).flatMap((found) => [
    found,
    found.replace(/[).,;:!?\]}*_]+$/, ""),
    found.replace(/[)\]].*$/s, ""),
  ]);

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const addressIn = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "url" in value && typeof value.url === "string"
    ? value.url
    : undefined;
