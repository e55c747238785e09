import { waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { answerWith, FakeServer, refusal } from "@/components/client/testing/fake-server";
import { filesTaken, type TakenFile } from "@/components/client/testing/files-taken";
import { notices } from "@/components/client/testing/notices";
import { NOW } from "@/components/client/testing/samples";
import { exportMemory } from "./export-memory";

const aBlock = (label: string, kind: string, rest: object = {}) => ({
  ...{ label, kind, text: `About ${label}.`, description: "", version: 1, permission: "read_write" },
  ...{ charLimit: 5_000, origins: [], pinnedAt: null, lastUsedAt: null, createdAt: NOW, updatedAt: NOW },
  ...rest,
});
const aFact = (nth: number, content: string, layer: string) => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${nth}`, layer, content, category: null, certainty: 1 },
  ...{ source: null, origins: [], version: 1, expiresAt: null, lastRecalledAt: null, recalls: 0 },
  ...{ pinnedAt: null, createdAt: NOW, updatedAt: NOW },
});
const FACTS = [aFact(1, "Likes\n# tea", "long"), aFact(2, "Saves for a house", "mid")];

function aServer(blob = "Lives in Bern.") {
  const blocks = [
    aBlock("person", "core", { description: "Who you are" }),
    aBlock("garden", "working"),
    aBlock("old_plan", "archival"),
  ];
  return new FakeServer()
    .on("GET /api/memory/blob", () => ({ content: blob, version: 3 }))
    .on("GET /api/memory/blocks", ({ url }) => ({
      blocks: blocks.filter(({ kind }) => kind === url.searchParams.get("kind")),
    }))
    .on("GET /api/memory/memories", ({ url }) =>
      url.searchParams.has("cursor")
        ? { memories: FACTS.slice(1) }
        : { memories: FACTS.slice(0, 1), nextCursor: "next" },
    );
}

let taken: TakenFile[] = [];

beforeEach(() => {
  taken = filesTaken();
});

async function take(server: FakeServer, type: "md" | "json") {
  answerWith(server.fetch);
  await exportMemory(type);
}

it("the export as Markdown has the summary, the blocks, the facts of all pages and the archive", async () => {
  await take(aServer(), "md");
  await waitFor(() => expect(taken).toHaveLength(1));
  expect(taken[0]?.name).toBe("Memory.md");
  expect(await taken[0]?.content.text()).toBe(
    [
      ...["# Memory", "Lives in Bern.", "## person", "_Who you are_", "About person."],
      ...["## garden", "About garden.", "# Facts"],
      // A fact takes one line, even if its content has line breaks.
      "- Likes # tea (Permanent)\n- Saves for a house (Months)",
      ...["# Archive", "## old_plan", "About old_plan.\n"],
    ].join("\n\n"),
  );
});

it("the export as JSON has the same content, with all fields", async () => {
  await take(aServer(), "json");
  await waitFor(() => expect(taken).toHaveLength(1));
  expect(taken[0]?.name).toBe("Memory.json");
  const all = JSON.parse((await taken[0]?.content.text()) ?? "");
  expect(all).toMatchObject({
    summary: "Lives in Bern.",
    blocks: [{ label: "person" }, { label: "garden" }],
    archive: [{ label: "old_plan", isArchival: true }],
  });
  expect(all.facts).toEqual(FACTS);
});

it("the export of an empty memory is a document with its heading only", async () => {
  const server = aServer(" ")
    .on("GET /api/memory/blocks", () => ({ blocks: [] }))
    .on("GET /api/memory/memories", () => ({ memories: [] }));
  await take(server, "md");
  await waitFor(() => expect(taken).toHaveLength(1));
  expect(await taken[0]?.content.text()).toBe("# Memory\n");
});

it("the export creates no file if a part fails to load, and reports the reason", async () => {
  const server = aServer().on("GET /api/memory/memories", ({ url }) =>
    url.searchParams.has("cursor")
      ? refusal(503, "The database is away.")
      : { memories: FACTS.slice(0, 1), nextCursor: "next" },
  );
  await take(server, "md");
  await waitFor(() => expect(notices()).toContain("Memory not exported. The database is away."));
  expect(taken).toEqual([]);
});
