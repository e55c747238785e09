"use client";

import { SessionsCard } from "./sessions-card";

/** What becomes of memory by itself: when conversations end. */
export const UpkeepTab = () => (
  <div className="flex flex-col gap-6 max-md:gap-4">
    <SessionsCard />
  </div>
);
