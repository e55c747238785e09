import { env } from "@/lib/ground/base/env";
import { isSandboxed, whyNoChromium } from "./chromium";

export function aboutBrowser(): string {
  if (env().EASEL_BROWSER_WS) return "Pages are opened in the browser that EASEL_BROWSER_WS names.";
  const why = whyNoChromium();
  if (why) return `The browser is off. ${why}`;
  const opened = "Pages are opened in a Chromium of this machine";
  if (isSandboxed() !== false) return `${opened}, which keeps them in.`;
  return process.getuid?.() === 0
    ? `${opened} without its sandbox, which root cannot have. Start Easel as another user to have it.`
    : `${opened} without its sandbox, which does not start here.`;
}
