import { z } from "zod";
import { hideFromModels } from "@/lib/shared/text/schema-for-models";
import { fullAddress } from "@/lib/web/browser/address";
import { isPathSet } from "@/lib/web/browser/chromium";
import { click } from "@/lib/web/browser/click";
import { whyNoBrowser } from "@/lib/web/browser/engine";
import { evaluate, evaluatePurely } from "@/lib/web/browser/evaluate";
import { openAddress } from "@/lib/web/browser/open";
import { extractHtml, extractText, MAX_READ } from "@/lib/web/browser/read";
import { MAX_IMAGE, screenshot } from "@/lib/web/browser/screenshot";
import { BY_AGENT, closeSession } from "@/lib/web/browser/sessions";
import { typeText } from "@/lib/web/browser/type";
import { browserTool, opensUnnamed, waitsForUserControl } from "./browser-tool";
import { defineBuiltIn, defineTool } from "./define";

const selector = z.string().trim().min(1, "Give a selector, such as #id").max(2_000);

/** Hidden from schemas for models, because the note of a cut text explains it. */
const pageOffset = hideFromModels(z.int().min(0).max(MAX_READ).optional());

export const browserTools = defineBuiltIn({
  id: "browser",
  title: "Browser",
  category: "world",
  prompt:
    "For pages that need clicks, scripts or a login; fetch_url is faster for the rest. The user watches on the canvas and can take over: ask them to for passwords and captchas. Selectors are CSS, or text=words.",
  mode: "on_demand",
  gist: "open pages, click, type, take screenshots",
  lacks() {
    const text = whyNoBrowser();
    return text === null ? null : { code: isPathSet() ? "noChromiumAtPath" : "noChromium", text };
  },
  tools: {
    browser_navigate: browserTool({
      title: "Open a page",
      help: "Opens an address in the agent's browser.",
      description: "Opens an address. Returns { url, title, status }.",
      input: z.object({
        url: z.string().trim().min(1, "Give an address").max(8_000),
        wait_until: z.enum(["load", "domcontentloaded", "networkidle"]).optional(),
      }),
      opens: true,
      writes: true,
      afterWeb: ({ url }, judged) => opensUnnamed(url, judged),
      covers: ({ url }, { guard }) => guard.covers(fullAddress(url)),
      quotesWeb: true,
      work: openAddress,
    }),
    browser_screenshot: browserTool({
      title: "Take a screenshot",
      help: "Takes a screenshot of the page in the agent's browser.",
      description: "A screenshot of the window, the full page or an element.",
      input: z.object({ selector: selector.optional(), full_page: z.boolean().optional() }),
      maxOutputChars: MAX_IMAGE + 2_000,
      afterWeb: "acts",
      work: screenshot,
    }),
    browser_click: browserTool({
      title: "Click",
      help: "Clicks an element of the page.",
      description: "Clicks an element and follows any navigation.",
      input: z.object({ selector }),
      acts: true,
      work: (session, { selector }, signal, guard) => click(session, selector, signal, guard),
    }),
    browser_type: browserTool({
      title: "Type",
      help: "Fills in a field of the page.",
      description: "Types into a field, or picks an option of a select. \\n presses Enter.",
      input: z.object({
        selector,
        text: z.string().max(50_000),
        clear_first: z.boolean().optional(),
      }),
      acts: true,
      work: typeText,
    }),
    browser_extract_text: browserTool({
      title: "Read a page",
      help: "Reads text and links of the page.",
      description: "Text and links of the page or an element.",
      input: z.object({ selector: selector.optional(), offset: pageOffset }),
      quotesWeb: true,
      work: extractText,
    }),
    browser_extract_html: browserTool({
      title: "Read a page's HTML",
      help: "Reads the HTML of the page.",
      description: "HTML within an element (default body); outer includes its tag.",
      input: z.object({
        selector: selector.optional(),
        outer: z.boolean().optional(),
        offset: pageOffset,
      }),
      quotesWeb: true,
      work: extractHtml,
    }),
    browser_evaluate: browserTool({
      title: "Run code in a page",
      help: "Runs JavaScript in the page, with the page's permissions.",
      description: "Runs JavaScript in the page. Returns { result }.",
      input: z.object({
        code: z
          .string()
          .trim()
          .min(1, "Give the code to run")
          .max(50_000)
          .describe("An expression, or a function body that returns"),
      }),
      acts: true,
      work: (session, { code }, signal, guard) =>
        guard ? evaluatePurely(session, code, signal) : evaluate(session, code, signal),
    }),
    browser_close: defineTool({
      title: "Close the browser",
      help: "Closes the agent's browser and forgets its logins.",
      description: "Closes the browser; logins are forgotten.",
      input: z.object({}),
      hints: { idempotent: true },
      afterWeb: false,
      waits: waitsForUserControl,
      refuses: null,
      execute: async (_, { conversationId }) => {
        await closeSession(conversationId, BY_AGENT);
        return { ok: true };
      },
    }),
  },
});
