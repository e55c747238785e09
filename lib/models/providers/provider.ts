import type { EmbeddingModelV4, ImageModelV4, LanguageModelV4 } from "@ai-sdk/provider";
import type { Env } from "@/lib/ground/base/env";
import type { Caller } from "@/lib/platform/egress/caller";
import type { ProviderId } from "@/lib/shared/settings";
import type { Listing } from "./listings";

/** How a provider is reached: what the person saved, over the environment, over the provider's own address. */
export type ProviderAccess = { apiKey?: string; baseUrl?: string };
/** With who asks: some servers answer with an address in place of the picture, and that is one of a stranger. */
export type ImageAccess = ProviderAccess & { caller: Caller };

/** One way to reach models: a line in `providers.ts`, and what people are told of it in `lib/shared/providers.ts`. */
export type ModelProvider = {
  /** What stands before the slash in `provider/model`. */
  id: ProviderId | "demo";
  /** The name for people. */
  title: string;
  needsKey: boolean;
  /** Whether a model's name follows the slash. */
  named: boolean;
  keyVariable?: KeyVariable;
  urlVariable?: UrlVariable;
  /** Where it is unless told otherwise. Without one, an address must be given. */
  defaultUrl?: string;
  /** The format that it speaks; null for one that nobody is asked for. */
  wire: "openai" | "anthropic" | "google" | "gateway" | null;
  /** Whether its models look at the pages of a PDF as they are. */
  readsPdf: boolean | ((name: string) => boolean);
  /** Its models take nothing but text from a tool; the pictures of results are shown after them. */
  takesTextOnly?: true;
  /** How it is asked for its models; null where there are none to choose from. */
  listing: Listing | null;
  /** What answers when nobody has chosen: a good model that most keys may use. Without it, the first of the list. */
  firstChoice?: string;
  /** What can be chosen while it cannot be asked. */
  wellKnown?: { models: readonly string[]; images?: readonly string[]; embeddings?: readonly string[] };
  /**
   * Takes what follows the slash. `access` is whole: a provider that needs a key or an address is only called with it,
   * so nothing is left to an SDK's own reading of the environment.
   */
  model(name: string, access: ProviderAccess): Promise<LanguageModelV4>;
  /** The same for models that make pictures; none where the provider has no such. */
  image?(name: string, access: ImageAccess): Promise<ImageModelV4>;
  /** The same for models that turn texts into vectors. */
  embedding?(name: string, access: ProviderAccess): Promise<EmbeddingModelV4>;
  /** The name for people, where the catalog's is not right. */
  label?(name: string): string;
  /** Tokens that fit, where that is known better than in the catalog. */
  contextWindow?(name: string): number | undefined;
};

type Variable<End extends string> = Extract<keyof Env, `${string}${End}`>;
export type KeyVariable = Variable<"_API_KEY">;
export type UrlVariable = Variable<"_BASE_URL">;
