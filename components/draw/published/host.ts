import "./no-eval";
import type { Boot, CopiedComponent, CopyBoot, LinkBoot, Lock } from "@/lib/shared/apps/visit";
import de from "@/lib/shared/i18n/de/published";
import { addCatalogue } from "@/lib/shared/i18n/locale";
import { openCopy } from "./copy";
import { openLink } from "./link";
import { openApp } from "./open-app";
import { unlock } from "./unlock";
import { isFramed } from "./visitor-token";

/*
 * The script of `/p/SLUG`: the page of a published app, or the question for its passcode. Also that of a shared
 * conversation: of the page, and of the copy in its frame.
 */

addCatalogue("de", (area) => (area === "published" ? de : undefined));

const dataOf = (id: string): unknown => {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
};

const boot = dataOf("boot") as Boot | undefined;
const lock = dataOf("lock") as Lock | undefined;
const link = dataOf("link") as LinkBoot | undefined;
const copy = dataOf("copy") as CopyBoot | undefined;
const place = document.getElementById("app");
// The token of the link stays out of the history; the cookie replaces it. A frame needs it to load again.
if (!isFramed() && new URLSearchParams(location.search).has("k"))
  history.replaceState(null, "", location.pathname);
if (boot && place) openApp(boot, place);
if (lock) unlock(lock);
if (link && place) void openLink(link, place);
if (copy) openCopy(copy, (dataOf("components") ?? []) as CopiedComponent[]);
