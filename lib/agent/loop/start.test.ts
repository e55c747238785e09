import { expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { liveRuns } from "./live";
import { scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { stage } from "./testing/stage";

test("a run whose database was closed ends without an unhandled error", async () => {
  const script = newScript();
  const scene = await stage(script.equipment);
  const answered = Promise.withResolvers<void>();
  script.model = scripted([{ text: "One moment.", until: answered.promise }]).model;
  const chat = scene.conversation();
  await chat.say("Hello");
  const live = await vi.waitFor(() => {
    const found = liveRuns().get(chat.id);
    if (!found) throw new Error("The run has not begun");
    return found;
  });

  await scene.close();
  answered.resolve();
  await expect(live.settled).resolves.toBeUndefined();
  await closeAll();
});
