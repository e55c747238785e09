import type { BrowserTakeover } from "@/lib/shared/browser/takeover";
import { t } from "@/lib/shared/i18n/en/sharedChat";
import { hostOf, lineOf } from "./web-address";

/**
 * Returns "You took over the browser at example.com". A handover with a note ends in a colon, before the
 * note.
 */
export function describeTakeover({ event, url, title, text }: BrowserTakeover): string {
  const page = hostOf(url) ?? lineOf(title, 60) ?? "";
  if (event === "taken") return page ? t("tookOverAt", { page }) : t("tookOver");
  return `${page ? t("handedBackAt", { page }) : t("handedBack")}${text ? ": " : ""}`;
}
