import { afterAll, expect, test } from "vitest";
import { answer, testRequest } from "@/lib/platform/http/test-request";
import { resolveAgent } from "@/lib/store/agents/agents";
import { testDatabase } from "@/lib/store/testing/database";
import { POST } from "./route";

const database = await testDatabase();
afterAll(() => database.drop());

const ask = async (body: object) =>
  answer(await POST(testRequest("/api/documents/query", { method: "POST", body })));

test.each([
  ["deleteMany", {}],
  ["deleteOne", {}],
  ["updateMany", { update: { $set: { name: "x" } } }],
  ["updateOne", { update: { $set: { name: "x" } } }],
])("%s with a misspelled or missing filter returns 422 and changes no contact", async (operation, rest) => {
  await resolveAgent();
  const on = { collection: "ai_people" };
  await ask({ operation: "insertMany", ...on, data: [{ name: "Ada" }, { name: "Grace" }] });
  const before = await ask({ operation: "find", ...on });
  expect(await ask({ operation, ...on, where: { name: "nobody" }, ...rest })).toMatchObject({
    status: 422,
    error: {
      details: expect.arrayContaining([{ path: "where", message: "Unknown field: did you mean filter?" }]),
    },
  });
  expect(await ask({ operation, ...on, ...rest })).toMatchObject({
    status: 422,
    error: { message: expect.stringContaining(`${operation} needs filter`) },
  });
  expect(await ask({ operation: "find", ...on })).toEqual(before);
});
