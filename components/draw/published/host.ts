import "./no-eval";
import type { Boot, Lock } from "@/lib/shared/apps/visit";
import { openApp } from "./open-app";
import { dataOf } from "./page-data";
import { unlock } from "./unlock";
import { isFramed } from "./visitor-token";

/* The script of `/p/SLUG`: the page of a published app, or the question for its passcode. */

const boot = dataOf("boot") as Boot | undefined;
const lock = dataOf("lock") as Lock | undefined;
const place = document.getElementById("app");
// The token of the link stays out of the history; the cookie replaces it. A frame needs it to load again.
if (!isFramed() && new URLSearchParams(location.search).has("k"))
  history.replaceState(null, "", location.pathname);
if (boot && place) openApp(boot, place);
if (lock) unlock(lock);
