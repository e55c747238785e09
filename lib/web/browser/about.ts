import { env } from "@/lib/ground/base/env";
import { t } from "@/lib/shared/i18n/en/settings";
import { t as lacks } from "@/lib/shared/i18n/en/tools";
import { isPathSet, isSandboxed, whyNoChromium } from "./chromium";

/** Describes the browser in the language of the page. */
export function aboutBrowser(): string {
  if (env().EASEL_BROWSER_WS) return t("browserElsewhere");
  if (whyNoChromium() !== null)
    return t("browserOff", { reason: lacks(isPathSet() ? "noChromiumAtPath" : "noChromium") });
  if (isSandboxed() !== false) return t("browserSandboxed");
  return t(process.getuid?.() === 0 ? "browserOfRoot" : "browserUnsandboxed");
}
