import type { SearchProviderId } from "@/lib/shared/search";
import { brave } from "./brave";
import type { SearchProvider } from "./provider";
import { searxng } from "./searxng";
import { tavily } from "./tavily";

export const searchProviders: Record<SearchProviderId, SearchProvider> = { brave, searxng, tavily };
