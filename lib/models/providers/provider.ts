import type {
  EmbeddingModelV4,
  ImageModelV4,
  LanguageModelV4,
  SpeechModelV4,
  TranscriptionModelV4,
} from "@ai-sdk/provider";
import type { Env } from "@/lib/ground/base/env";
import type { Caller } from "@/lib/platform/egress/caller";
import type { ProviderId } from "@/lib/shared/settings";
import type { Listing } from "./listings";

/** Key and address of a provider, from the settings, else the environment, else the provider's default. */
export type ProviderAccess = { apiKey?: string; baseUrl?: string };
/**
 * Includes the caller: some servers return an image's address, and the egress guard records who fetches it.
 */
export type ImageAccess = ProviderAccess & { caller: Caller };

export type ModelProvider = {
  /** The part before the slash in `provider/model`. */
  id: ProviderId | "demo";
  title: string;
  needsKey: boolean;
  named: boolean;
  keyVariable?: KeyVariable;
  urlVariable?: UrlVariable;
  /** The default address. Without one, the user must enter an address. */
  defaultUrl?: string;
  wire: "openai" | "anthropic" | "google" | "gateway" | null;
  readsPdf: boolean | ((name: string) => boolean);
  /**
   * The provider's models accept only text as a tool result, so images of results are sent in a following
   * message.
   */
  takesTextOnly?: true;
  /** How to list the provider's models, or null if there is nothing to choose. */
  listing: Listing | null;
  /**
   * The default model: a good one that most keys can use. If it is missing, the default is the first listed
   * model.
   */
  firstChoice?: string;
  /** Models to offer if the provider's list cannot be fetched. */
  wellKnown?: { models: readonly string[]; images?: readonly string[]; embeddings?: readonly string[] };
  /** Models that read speech and that speak, the default first. Providers do not list them by kind. */
  voices?: { transcription: readonly string[]; speech: readonly string[] };
  /**
   * Creates the model with the name after the slash. `access` has the required key and address, so that the
   * SDK reads neither from the environment.
   */
  model(name: string, access: ProviderAccess): Promise<LanguageModelV4>;
  image?(name: string, access: ImageAccess): Promise<ImageModelV4>;
  embedding?(name: string, access: ProviderAccess): Promise<EmbeddingModelV4>;
  transcription?(name: string, access: ProviderAccess): Promise<TranscriptionModelV4>;
  speech?(name: string, access: ProviderAccess): Promise<SpeechModelV4>;
  label?(name: string): string;
  /** Returns the model's context window in tokens, for models about which the catalog is missing or wrong. */
  contextWindow?(name: string): number | undefined;
};

type Variable<End extends string> = Extract<keyof Env, `${string}${End}`>;
export type KeyVariable = Variable<"_API_KEY">;
export type UrlVariable = Variable<"_BASE_URL">;
