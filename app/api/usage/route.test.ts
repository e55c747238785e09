import { afterAll, afterEach, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { usageView } from "@/lib/shared/settings";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { GET } from "./route";

const database = await testDatabase();
afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});
afterAll(() => database.drop());

const ask = async (query: string) => answer(await GET(testRequest(`/api/usage${query}`)));

test("returns the usage of a month by default", async () => {
  await sql()`
    insert into model_calls (agent_id, model, input_tokens, cached_tokens, output_tokens, cost)
    values (${await resolveAgent()}, 'openai/gpt-5.2', 10, 5, 3, 0.25)`;
  const { usage } = usageView.parse(await ask(""));
  expect(usage).toEqual([
    {
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      model: "openai/gpt-5.2",
      unattended: false,
      job: null,
      calls: 1,
      inputTokens: 10,
      cachedTokens: 5,
      outputTokens: 3,
      cost: 0.25,
      unpricedCalls: 0,
    },
  ]);
  expect(await ask("?days=366")).toMatchObject({ status: 200, usage });
});

test.each(["0", "367", "-1", "1.5", "x", "", "1e2", "1&days=2"])("returns 422 for days=%s", async (days) => {
  expect(await ask(`?days=${days}`)).toMatchObject({ status: 422, error: { code: "invalid" } });
});
