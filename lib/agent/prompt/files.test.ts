import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { APICallError } from "ai";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runAgent } from "@/lib/agent/loop/run";
import { type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import { attached } from "@/lib/data/files/attached";
import { describe as describeFile } from "@/lib/data/files/describe";
import { makePdf } from "@/lib/data/files/testing/pdf";
import { execute } from "@/lib/data/sqlite/index";
import { put, removeBlob as removeBytes } from "@/lib/ground/blobs/blobs";
import { MAX_BYTES } from "@/lib/shared/file-address";
import { readPassages } from "@/lib/store/data/file-texts";
import { add, read, remove } from "@/lib/store/data/files";

const SEES = {
  provider: "anthropic",
  id: "anthropic/m",
  contextWindow: 200_000,
  can: { tools: null, images: true, reasoning: null },
} as const;
const script = newScript(SEES);

let scene: Awaited<ReturnType<typeof stage>>;
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-files-"));
  process.env.EASEL_DATA_DIR = folder;
  scene = await stage(script.equipment);
});
beforeEach(() => Object.assign(script, SEES));
afterAll(async () => {
  await scene.close();
  await rm(folder, { recursive: true, force: true });
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNYZWwMAAKbARGWi8UhAAAAAElFTkSuQmCC",
  "base64",
);

const refusal = () =>
  new APICallError({
    message: "Could not process image",
    url: "http://localhost/v1",
    requestBodyValues: {},
    statusCode: 400,
    isRetryable: false,
  });

async function keep(name: string, bytes: Buffer | string) {
  const stored = await put(Buffer.from(bytes), MAX_BYTES);
  const described = await describeFile(stored.hash, name);
  return add(scene.agentId, { ...stored, ...described, origin: "upload" });
}

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  const talk = scene.conversation();
  return {
    ...talk,
    prompts: made.prompts,
    send: async (text: string, ...urls: string[]) => {
      const files = urls.map((url) => ({ type: "file" as const, url, mediaType: "", filename: "" }));
      const parts = await attached(scene.agentId, [...files]);
      return chunks(
        await runAgent({
          ...talk.where,
          input: { message: { parts: [{ type: "text", text }, ...(parts as typeof files)] } },
        }),
      );
    },
    given: () => JSON.stringify(made.prompts.at(-1)?.filter(({ role }) => role === "user")),
  };
}

test("imports a CSV once as a table and describes it to the model", async () => {
  const file = await keep("Sales 2026.csv", "id;town;price\n1;Ulm;3,5\n2;Köln;4\n");
  const talk = play({ text: "I see." }, { text: "Still." });
  await talk.send("Look", file.url);
  expect(talk.given()).toContain(`Sales 2026.csv (${file.url}). All of it is in your database as table`);
  expect(talk.given()).toContain("Köln");
  const { readAs, conversationId } = await read(scene.agentId, file.id);
  expect(readAs).toMatchObject({ kind: "table", rows: 2, of: "row" });
  expect(conversationId).toBe(talk.id);
  await talk.send("Again", file.url);
  const { rows } = (await execute({
    agentId: scene.agentId,
    sql: "SELECT count(*) FROM sqlite_schema WHERE type = 'table'",
  })) as { rows: unknown[][] };
  expect(rows).toEqual([[1]]);
});

test("the answer of a form includes the contents of its files, and the files are kept with the conversation", async () => {
  const [text, dot] = [await keep("plan.md", "Rye on Tuesday"), await keep("dot.png", PNG)];
  const fields = [{ name: "plan", label: "Plan", type: "file", max: 2 }];
  const blocks = [{ type: "form", fields, submitLabel: "Go" }];
  const call = { tool: "render_blocks", input: { blocks } };
  const talk = play({ calls: [call] }, { text: "I see." });
  await talk.send("Ask me");
  const plan = [text, dot].map(({ url, name, mediaType }) => ({ url, name, mediaType }));
  const { asks } = await talk.read();
  await chunks(await talk.answer(asks[0]?.toolCallId ?? "", { action: "submit", data: { plan } }));
  const result = JSON.stringify(talk.prompts.at(-1)?.filter(({ role }) => role === "tool"));
  expect(result).toContain("Rye on Tuesday");
  expect(result).toContain('"mediaType":"image/png"');
  expect((await read(scene.agentId, text.id)).conversationId).toBe(talk.id);
});

test("an image is sent to a model that can see images, and described to one that cannot", async () => {
  const file = await keep("dot.png", PNG);
  const seeing = play({ text: "A dot." });
  await seeing.send("What is it?", file.url);
  expect(seeing.given()).toContain(`dot.png (${file.url}), 1×1:`);
  expect(seeing.prompts[0]?.at(-1)?.content).toMatchObject([
    { type: "text" },
    { type: "text" },
    { type: "file", mediaType: "image/png" },
  ]);
  script.can = { ...SEES.can, images: false };
  const blind = play({ text: "?" });
  await blind.send("What is it?", file.url);
  expect(blind.given()).toContain("You cannot view images.");
  expect(blind.given()).not.toContain('"type":"file"');
});

test("a PDF is sent to a model that can view it, its text to any other model, and a damaged PDF is reported", async () => {
  const file = await keep("offer.pdf", makePdf(["Rye bread (1 kg)\n3.90", "Wheat"]));
  const seeing = play({ text: "Yes." });
  await seeing.send("Read", file.url);
  expect(seeing.prompts[0]?.at(-1)?.content).toMatchObject([{}, {}, { mediaType: "application/pdf" }]);
  Object.assign(script, { provider: "openai-compatible", id: "openai-compatible/m" });
  const reading = play({ text: "Yes." });
  await reading.send("Read", file.url);
  expect(reading.given()).toContain("[page 1]\\nRye bread (1 kg)\\n3.90\\n\\n[page 2]\\nWheat");

  const broken = await keep("broken.pdf", "%PDF-1.7\nnothing of it");
  const talk = play({ text: "Hm." });
  await talk.send("Read", broken.url);
  expect(talk.given()).toContain("the file is damaged");
  expect((await read(scene.agentId, broken.id)).text).toMatchObject({ state: "unreadable" });
});

test("a long text is described by its beginning and the number of its passages", async () => {
  const content = Array.from({ length: 20_000 }, (_, at) => `line ${at} größe`).join("\n");
  const file = await keep("log.txt", Buffer.from(content, "latin1"));
  const talk = play({ text: "Long." });
  await talk.send("Read", file.url);
  expect(talk.given().length).toBeLessThan(4_000);
  expect(talk.given()).toMatch(/log\.txt .* in passages 0 to 3\d\d: .*read_file, file_id/);
  expect(talk.given()).toContain("line 0 größe");
  const all = await readPassages(scene.agentId, file.id, { limit: 1_000 });
  expect(
    all
      .map(({ text }) => text)
      .join("")
      .trimEnd(),
  ).toBe(content);
  expect(all.find(({ text }) => text.includes("line 19999 größe"))?.place).toMatchObject({ at: "line" });
});

test("deleted and unreadable files are described to the model, and the turn does not fail", async () => {
  const [gone, odd, lost] = [
    await keep("gone.txt", "gone"),
    await keep("odd.bin", Buffer.from([0, 1, 2, 3, 250])),
    await keep("lost.txt", "lost bytes"),
  ];
  const talk = play({ text: "One." }, { text: "Two." });
  await talk.send("Look", gone.url, odd.url, lost.url);
  expect(talk.given()).toContain("gone.txt");
  expect(talk.given()).toContain("which you cannot read");
  await remove(scene.agentId, gone.id);
  await removeBytes(lost.hash, -1_000);
  await talk.send("And now?");
  expect(talk.given()).toContain("gone.txt was attached here and has been deleted");
  expect(talk.given()).toContain("lost bytes");
  await expect(talk.send("Once more", gone.url)).rejects.toThrow("attach it again");
});

test("the text of all files together is limited, and the newest files are included completely", async () => {
  const talk = play({ text: "One." });
  const files = [];
  for (const name of ["a", "b", "c", "d"]) files.push(await keep(`${name}.txt`, name.repeat(35_000)));
  await talk.send("Read", ...files.map(({ url }) => url));
  expect(talk.given().length).toBeLessThan(128_000);
  expect(talk.given()).toMatch(/a\.txt \([^)]*\), shortened; read_file has all/);
  expect(talk.given()).toContain("d".repeat(35_000));
});

test("a request is repeated without its image if the provider refuses the image", async () => {
  const file = await keep("dot.png", PNG);
  const talk = play({ fails: refusal() }, { text: "I cannot see it." });
  await talk.send("What is it?", file.url);
  expect(talk.prompts).toHaveLength(2);
  expect(talk.given()).toContain("You cannot view images.");
  expect((await talk.read()).run?.status).toBe("completed");
});

test("a damaged image is described to the model and never sent", async () => {
  const file = await keep("half.png", Buffer.concat([PNG.subarray(0, 45), Buffer.alloc(20)]));
  const talk = play({ text: "Hm." });
  await talk.send("What is it?", file.url);
  expect(talk.given()).toContain("The file cannot be shown now.");
  expect(talk.given()).not.toContain('"type":"file"');
});
