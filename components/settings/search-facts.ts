import type { SearchProviderId } from "@/lib/shared/search";

type SearchFacts = {
  /** What it is, in a few words. */
  about: string;
  /** Where a key is made, or the program is found. */
  link: { href: string; words: string };
  /** What has to be done elsewhere before it works. */
  before?: string;
};

export const SEARCH_FACTS: Record<SearchProviderId, SearchFacts> = {
  brave: {
    about: "An index of its own",
    link: { href: "https://api-dashboard.search.brave.com/app/keys", words: "Get a key from Brave" },
  },
  searxng: {
    about: "Asks many search engines, on a server of yours",
    link: { href: "https://docs.searxng.org/admin/installation.html", words: "See how to run SearXNG" },
    before:
      "It gives results as JSON only where its settings.yml says so: under search, formats names html and json.",
  },
  tavily: {
    about: "Made for agents",
    link: { href: "https://app.tavily.com/home", words: "Get a key from Tavily" },
  },
};
