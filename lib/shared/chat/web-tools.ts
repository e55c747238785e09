/** The tools that reach the web, whose calls have words and pictures of their own. */
const WEB_TOOLS = [
  "web_search",
  "fetch_url",
  "browser_navigate",
  "browser_screenshot",
  "browser_click",
  "browser_type",
  "browser_extract_text",
  "browser_extract_html",
  "browser_evaluate",
  "browser_close",
] as const;
export type WebTool = (typeof WEB_TOOLS)[number];

export const isWebTool = (toolName: string): toolName is WebTool =>
  WEB_TOOLS.some((name) => name === toolName);

export const isBrowserTool = (toolName: string): boolean =>
  toolName.startsWith("browser_") && isWebTool(toolName);
