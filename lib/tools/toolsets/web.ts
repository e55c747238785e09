import {
  type FetchInput,
  fetchInput,
  mayChange,
  needsApproval,
  requestOf,
} from "@/lib/web/pages/fetch-input";
import { fetchUrl } from "@/lib/web/pages/fetch-url";
import { callerOf } from "./caller";
import { defineBuiltIn, defineTool } from "./define";
import { webSearch } from "./web-search";

const sent = ({ headers = {}, ...request }: FetchInput) => ({ ...request, headers: Object.entries(headers) });

export const webTools = defineBuiltIn({
  id: "web",
  title: "Web",
  category: "world",
  prompt: "",
  tools: {
    fetch_url: defineTool({
      title: "Call an address",
      help: "Reads a web page or service, or sends data to it.",
      description: "Makes an HTTP request. Returns { status, headers, body, ok }, and markdown of HTML.",
      input: fetchInput,
      hints: { reads: ["web"], writes: ["web"] },
      afterWeb: (input, { guard }) => needsApproval(sent(input), guard),
      covers: (input, { guard }) => (mayChange(sent(input)) ? null : guard.covers(input.url)),
      quotesWeb: true,
      sources: () => [],
      refuses: (input) => requestOf(input),
      // Time for the response and for converting a long PDF.
      timeoutMs: 90_000,
      execute: async (input, context) => {
        const { signal, readWeb } = context;
        const { from, result: response } = await fetchUrl(input, {
          caller: callerOf(context),
          signal,
          onLost: readWeb,
        });
        readWeb(from);
        return response;
      },
    }),
    web_search: webSearch,
  },
});
