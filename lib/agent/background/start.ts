import { startSending } from "./calendars";
import { startClock } from "./clock";
import { backgroundJobs } from "./index";
import { notifyOnAsk } from "./notifications";
import { startQueue } from "./queue";
import { tryOnChange } from "./trials";
import { startWatching } from "./watch";

/** Starts the background work of this server. Further calls have no effect. */
export function startJobs(): void {
  startQueue(backgroundJobs);
  startWatching();
  startSending();
  notifyOnAsk();
  tryOnChange();
  startClock();
}
