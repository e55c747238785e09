"use client";

import { SessionsCard } from "./sessions-card";
import { TidyingCard } from "./tidying-card";

export const UpkeepTab = ({ now }: { now: string }) => (
  <div className="flex flex-col gap-6 max-md:gap-4">
    <TidyingCard now={now} />
    <SessionsCard />
  </div>
);
