import { agentAsksThrough, fiveSubagentsWork } from "./crash/agents.ts";
import {
  answerIsMerged,
  betweenCallAndResult,
  betweenSteps,
  textStreams,
  waitsForAnAnswer,
} from "./crash/answers.ts";
import { componentWaits } from "./crash/component.ts";
import { jobIsDue, queryDoesNotEnd, uploadIsHalf } from "./crash/others.ts";
import type { Story } from "./crash/story.ts";
import { test } from "./fixtures.ts";

/** One round in the normal test run; `npm run chaos` runs more. */
const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 1);

test.describe.configure({ mode: "serial", timeout: 180_000 });

/** All stories run at the same time, because restarting the server takes longer than any of them. */
const STORIES: Record<string, Story> = {
  "a question waits for an answer": waitsForAnAnswer,
  "a component waits": componentWaits,
  "a subagent asks the user": agentAsksThrough,
  "five subagents work and one of them was stopped": fiveSubagentsWork,
  "a job is due before the next start": jobIsDue,
  "text is streamed": textStreams,
  "a call runs": betweenCallAndResult,
  "a step has ended and the next has not begun": betweenSteps,
  "half of a file was uploaded": uploadIsHalf,
  "an endless query runs": queryDoesNotEnd,
  "an answer is being stored": answerIsMerged,
};

for (let round = 1; round <= ROUNDS; round++) {
  test(`kill -9 while ${Object.keys(STORIES).join(", ")}, round ${round}`, async ({
    easel,
    provider,
    folder,
  }) => {
    const started = [];
    for (const [name, begin] of Object.entries(STORIES))
      started.push({ name, ...(await begin({ easel, provider, folder })) });
    await easel.kill();
    for (const { name, whenDown } of started) if (whenDown) await test.step(`${name}: down`, whenDown);
    await easel.start();
    for (const { name, after } of started) await test.step(name, after);
  });
}
