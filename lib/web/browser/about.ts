import { env } from "@/lib/ground/base/env";
import { isSandboxed, whyNoChromium } from "./chromium";

export function aboutBrowser(): string {
  if (env().EASEL_BROWSER_WS) return "Pages open in the browser at EASEL_BROWSER_WS.";
  const why = whyNoChromium();
  if (why) return `The browser is off. ${why}`;
  const opened = "Pages open in Chromium on this machine";
  if (isSandboxed() !== false) return `${opened}, in its sandbox.`;
  return process.getuid?.() === 0
    ? `${opened} without its sandbox, which is not available to root. Start Easel as another user to enable it.`
    : `${opened} without its sandbox, which does not start here.`;
}
