import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import type { Marked } from "@/lib/shared/origins";
import { asJson, sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { runQuery } from "./query";
import type { DocumentsQuery } from "./work";

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
const chat = randomUUID();
const SECRET = "sk-secret";
const SITE = "https://site1.test";

beforeAll(async () => {
  database = await testDatabase();
  agentId = await newAgent();
  const other = await newAgent();
  for (const [agent, id] of [
    [agentId, chat],
    [other, randomUUID()],
  ] as const) {
    await sql()`insert into conversations (id, agent_id, title, identity, read_web) values (${id}, ${agent}, 'Porto', ${SECRET}, array[${SITE}])`;
    const parts = [
      { type: "text", text: "Hello\u0000" },
      { type: "tool-x", output: SECRET },
    ];
    await sql()`
      insert into messages (conversation_id, id, agent_id, role, parts, metadata)
      values (${id}, 'm1', ${agent}, 'user', ${asJson(parts)}::json, ${asJson({ SECRET })}::json)`;
    await sql()`
      insert into files (agent_id, hash, name, media_type, size, origin, conversation_id)
      values (${agent}, ${SECRET}, 'a.png', 'image/png', 5, 'upload', ${id})`;
    for (const key of ["provider:openai", "search:brave", "general", "toolset:web"])
      await sql()`
        insert into settings (agent_id, key, value)
        values (${agent}, ${key}, ${asJson(/^(provider|search)/.test(key) ? { key: SECRET } : { mode: "on" })}::json)`;
  }
});
afterAll(() => database.drop());

const marks: Marked[] = [];
const run = (
  operation: DocumentsQuery["operation"],
  collection: string,
  rest: Omit<DocumentsQuery, "operation" | "collection"> = {},
) =>
  runQuery(
    { operation, collection, ...rest },
    { agentId, by: { author: "person", cause: null }, onRead: (mark) => void marks.push(mark) },
  );

describe("read-only collections of the workspace", () => {
  test.each([
    ["chats", { _id: chat, title: "Porto", origin: "chat", model: null }],
    ["messages", { _id: "m1", chatId: chat, role: "user", text: "Hello\uFFFD" }],
    ["media", { name: "a.png", mediaType: "image/png", size: 5, chatId: chat }],
    ["attachments", { name: "a.png", origin: "upload" }],
  ])("reads the %s of this agent only, without secrets, and rejects writes", async (name, document) => {
    const { rows } = await run("find", name);
    expect(rows).toEqual([expect.objectContaining(document)]);
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    expect(await run("countDocuments", name)).toEqual({ count: 1 });
    for (const operation of ["insertOne", "updateMany", "deleteMany", "createIndex"] as const)
      await expect(run(operation, name, { data: {}, update: { $set: { a: 1 } } })).rejects.toThrow(
        `Access denied: '${name}' is a protected core collection`,
      );
  });

  test("returns only settings that contain no keys", async () => {
    const { rows } = await run("find", "settings");
    expect((rows as { _id: string }[]).map(({ _id }) => _id)).toEqual(["general", "toolset:web"]);
    expect(await run("findOne", "settings", { filter: { _id: "provider:openai" } })).toEqual({ row: null });
    const pipeline = [{ $unionWith: "settings" }];
    expect(JSON.stringify(await run("aggregate", "chats", { pipeline }))).not.toContain(SECRET);
  });

  test("can be joined, and reports the origins of only those conversations that the filter selects", async () => {
    const pipeline = [
      { $match: { _id: chat } },
      { $lookup: { from: "messages", localField: "_id", foreignField: "chatId", as: "all" } },
      { $project: { n: { $size: "$all" } } },
    ];
    expect(await run("aggregate", "chats", { pipeline })).toEqual({ rows: [{ _id: chat, n: 1 }] });
    marks.length = 0;
    expect(await run("countDocuments", "messages", { filter: { chatId: randomUUID() } })).toEqual({
      count: 0,
    });
    expect(marks).toEqual([]);
    expect(await run("countDocuments", "messages", { filter: { chatId: chat } })).toEqual({ count: 1 });
    expect(marks).toEqual([{ kind: "collection", name: "messages", origins: [SITE] }]);
  });
});

describe("the cronjobs collection", () => {
  const job = { name: "Plan", instruction: "Look ahead", cronExpression: "0 7 * * *" };

  test("validates writes like the schedule tools", async () => {
    const { insertedId } = await run("insertOne", "cronjobs", { data: job });
    expect(await run("findOne", "cronjobs", { filter: { name: "Plan" } })).toMatchObject({
      row: { _id: insertedId, ...job, enabled: true },
    });
    const update = {
      filter: { _id: insertedId as string },
      update: { $set: { enabled: false, name: "Later" } },
    };
    expect(await run("updateOne", "cronjobs", update)).toEqual({ matchedCount: 1, modifiedCount: 1 });
    expect(await run("findOne", "cronjobs")).toMatchObject({ row: { name: "Later", enabled: false } });
    expect(await run("deleteMany", "cronjobs")).toEqual({ deletedCount: 1 });
    expect(await run("countDocuments", "cronjobs")).toEqual({ count: 0 });
  });

  test("rejects expressions that are invalid or too frequent, and unknown fields", async () => {
    const insert = (over: object) => run("insertOne", "cronjobs", { data: { ...job, ...over } });
    await expect(insert({ cronExpression: "* * * * *" })).rejects.toThrow(/minutes/);
    await expect(insert({ cronExpression: "soon" })).rejects.toThrow();
    await expect(insert({ name: undefined })).rejects.toThrow(/name/);
    await expect(insert({ nextRunAt: 1 })).rejects.toThrow(/nextRunAt/);
    await insert({});
    await expect(run("updateMany", "cronjobs", { update: { $set: { chatId: "x" } } })).rejects.toThrow(
      "chatId of a job cannot",
    );
    await expect(run("createIndex", "cronjobs", { keys: { name: 1 } })).rejects.toThrow("needs no index");
  });
});
