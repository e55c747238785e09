import { startClock } from "./clock";
import { backgroundJobs } from "./index";
import { startQueue } from "./queue";
import { tellOnAsk } from "./telling";
import { startWatching } from "./watch";

/** Begins to work in the background, on this server, once. */
export function startJobs(): void {
  startQueue(backgroundJobs);
  startWatching();
  tellOnAsk();
  startClock();
}
