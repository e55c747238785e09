import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { read as readBytes } from "@/lib/ground/blobs/blobs";
import { sealKey } from "@/lib/models/providers/reach";
import { resolveAgent } from "@/lib/store/agents/agents";
import { changeSettings } from "@/lib/store/agents/change-settings";
import { add, list } from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { imageTools } from "@/lib/tools/toolsets/images";
import { type ImageRequest, makeImage } from "@/lib/web/images/make";
import { directive } from "../provider/directive";
import { image } from "../provider/image";
import { type Provider, startProvider } from "../provider/server";

const WIRES = {
  openai: "gpt-image-2",
  google: "gemini-2.5-flash-image",
  gateway: "google/imagen",
  "openai-compatible": "flux",
} as const;
type Wire = keyof typeof WIRES;

let database: Awaited<ReturnType<typeof testDatabase>>;
let provider: Provider;
let agentId: string;
let folder: string;
const conversationId = crypto.randomUUID();
beforeAll(async () => {
  [database, provider, folder] = await Promise.all([
    testDatabase(),
    startProvider(),
    mkdtemp(join(tmpdir(), "easel-images-")),
  ]);
  Object.assign(process.env, { EASEL_DATA_DIR: folder });
  agentId = await resolveAgent();
  await sql()`insert into conversations (id, agent_id, title, identity) values (${conversationId}, ${agentId}, 'Pictures', '{}')`;
});
afterAll(async () => {
  await closeAll();
  await Promise.all([provider.close(), database.drop(), rm(folder, { recursive: true })]);
});

async function choose(wire: Wire, model: string = WIRES[wire]) {
  const at = wire === "openai-compatible" ? "openai" : wire;
  const apiKey = sealKey(wire, "a-key-for-tests");
  await changeSettings(agentId, {
    general: { imageModel: `${wire}/${model}` },
    [`provider:${wire}`]: { apiKey, baseUrl: provider.urls[at] },
  });
}

const imageRequest = (more: Partial<ImageRequest>): ImageRequest => ({
  agentId,
  prompt: "A fox",
  description: "A fox in the snow",
  conversationId,
  messageId: "m",
  runId: randomUUID(),
  toolCallId: "t",
  signal: new AbortController().signal,
  ...more,
});

describe.each(Object.keys(WIRES) as Wire[])("%s", (wire) => {
  beforeAll(() => choose(wire));

  test("makes an image, stores its origin and edits it into another", async () => {
    const made = await makeImage(imageRequest({ prompt: `A fox by ${wire}` }));
    expect(made).toMatchObject({
      name: "A fox in the snow.png",
      mediaType: "image/png",
      width: 600,
      height: 400,
      origin: "generated",
      prompt: `A fox by ${wire}`,
      description: "A fox in the snow",
      model: `${wire}/${WIRES[wire]}`,
      conversationId,
    });
    expect(Buffer.from((await readBytes(made.hash)) ?? [])).toEqual(image(`A fox by ${wire}`));
    const edited = await makeImage(imageRequest({ prompt: "At night", sourceId: made.id }));
    expect(edited).toMatchObject({ origin: "edited", sourceId: made.id });
    expect(edited.hash).not.toBe(made.hash);
  });

  test("reports a refusal, missing credit or a missing image", async () => {
    const failed = (turn: Parameters<typeof directive>[0]) =>
      makeImage(imageRequest({ prompt: directive(turn) })).then(String, ({ message }: Error) => message);
    const blocked = { status: 400, message: "Your request was rejected by the safety system." };
    expect(await failed({ ...blocked, code: "moderation_blocked" })).toContain("refused this");
    expect(
      await failed({ status: 429, message: "You exceeded your current quota", code: "insufficient_quota" }),
    ).toMatch(/credit or quota.*Only the user/);
    expect(await failed({ status: 401, message: "Incorrect API key provided" })).toMatch(
      /key.*Only the user/,
    );
    expect(await failed({ raw: Buffer.from("<svg/>").toString("base64") })).toContain("no displayable image");
    expect(await failed({ raw: "none" })).toMatch(/returned no image|refused this/);
  });

  test("an abort stops the request at once", async () => {
    const stop = new AbortController();
    const asked = makeImage(
      imageRequest({ prompt: directive({ hang: true, text: wire }), signal: stop.signal }),
    );
    await provider.log.until({ containing: `"text":"${wire}"` });
    stop.abort(new Error("stopped"));
    await expect(asked).rejects.toThrow("stopped");
    await provider.log.until({ containing: `"text":"${wire}"`, ended: true });
  });
});

test("records the provider's usage and stores identical images once", async () => {
  await choose("openai");
  await sql()`delete from model_calls`;
  const prompt = directive({ usage: { input: 12, output: 1_056 } });
  const [first, second] = [
    await makeImage(imageRequest({ prompt })),
    await makeImage(imageRequest({ prompt })),
  ];
  expect(first.hash).toBe(second.hash);
  expect(first.id).not.toBe(second.id);
  const [call] = await sql()`select model, input_tokens, output_tokens from model_calls`;
  expect(call).toMatchObject({ model: "openai/gpt-image-2", input_tokens: 12, output_tokens: 1_056 });
});

test("fetches an image URL on another host through the egress guard only", async () => {
  await choose("openai-compatible");
  const prompt = directive({ raw: "http://169.254.169.254/picture.png" });
  await expect(makeImage(imageRequest({ prompt }))).rejects.toThrow(/No image was created|not on the public/);
});

test("rejects edits of a missing file, of a text file, and by a model that cannot edit images", async () => {
  await choose("openai");
  const refused = (id: string) =>
    makeImage(imageRequest({ sourceId: id })).then(String, ({ message }: Error) => message);
  expect(await refused(crypto.randomUUID())).toContain("There is no image");
  const text = {
    hash: "0".repeat(64),
    name: "notes.txt",
    mediaType: "text/plain",
    size: 3,
    origin: "upload" as const,
  };
  expect(await refused((await add(agentId, text)).id)).toContain("a file of type text/plain");
  await choose("openai", "dall-e-3");
  const { files } = await list(agentId, { type: "image" });
  expect(await refused(files[0]?.id ?? "")).toContain("cannot edit any");
});

test("the tools accept both spellings of arguments, and a URL instead of an id", async () => {
  await choose("openai");
  const context = {
    ...imageRequest({}),
    runId: crypto.randomUUID(),
    toolName: "generate_image",
    log: () => {},
    readWeb: () => {},
    readStored: () => {},
    origins: () => [],
  };
  const call = async (name: string, input: unknown) => {
    const tool = imageTools.tools[name];
    const checked = tool?.check(input);
    if (!tool || tool.pauses || !checked?.ok) throw new Error(JSON.stringify(checked));
    return tool.execute(checked.value, context);
  };
  const made = await call("generate_image", { prompt: "A hen", shortDescription: "A hen" });
  expect(made).toEqual({
    mediaId: expect.any(String),
    url: expect.stringMatching(/^\/api\/files\//),
    description: "A hen",
    width: 600,
    height: 400,
  });
  const { url } = made as { url: string };
  const input = { image_id: url, prompt: "White", short_description: "A white hen" };
  expect(await call("edit_image", input)).toMatchObject({ description: "A white hen" });
});
