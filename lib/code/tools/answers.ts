import type { RecordedAnswer } from "@/lib/shared/executions";
import { readAnswers } from "@/lib/store/agents/executions";

/** Recorded answers of the network to a tool. */
export type Answers = { tool: string; find(request: string): Promise<RecordedAnswer | undefined> };

/** Reads the recorded answers of a tool at the first request. */
export function recordedAnswers(agentId: string, tool: string): Answers {
  let answers: Promise<ReadonlyMap<string, RecordedAnswer>> | undefined;
  return {
    tool,
    async find(request) {
      answers ??= readAnswers(agentId, tool);
      return (await answers).get(request);
    },
  };
}
