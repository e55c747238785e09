import { expect, test } from "vitest";
import type { MemoryStore } from "../store";

const user = { author: "person", cause: null } as const;

type Facts = Pick<MemoryStore, "remember" | "recall" | "forget">;

type Made = { newAgent(): Promise<string>; newConversation(agentId: string): Promise<string> };

export function factsContract(store: Facts, { newAgent, newConversation }: Made): void {
  const keep = (agent: string, content: string, layer: "long" | "mid" | "short" = "long") =>
    store.remember(agent, { layer, content }, user);
  const contents = async (agent: string, query: string, options = {}) =>
    (await store.recall(agent, query, options)).map(({ content }) => content);

  test("recalls a fact by its words, best match first", async () => {
    const agent = await newAgent();
    await keep(agent, "Her sister paints boats");
    await keep(agent, "Her sister lives in Oslo");
    const [first, second] = await store.recall(agent, "Where does the sister live, in Oslo?");
    expect([first?.content, second?.content]).toEqual([
      "Her sister lives in Oslo",
      "Her sister paints boats",
    ]);
    expect(first).toMatchObject({
      layer: "long",
      certainty: 1,
      category: null,
      expiresAt: null,
      origins: [],
    });
    expect(first?.relevance).toBeGreaterThan(second?.relevance ?? 1);
    expect(await contents(agent, "sister", { limit: 1 })).toHaveLength(1);
  });

  test("renews an equal fact of the same layer, but stores a second fact in another layer", async () => {
    const agent = await newAgent();
    const first = await keep(agent, "Learns Rust", "mid");
    const again = await store.remember(agent, { layer: "mid", content: "Learns Rust", certainty: 0.4 }, user);
    expect(again).toMatchObject({ id: first.id, certainty: 0.4, createdAt: first.createdAt });
    expect((await keep(agent, "Learns Rust", "short")).id).not.toBe(first.id);
    expect(await contents(agent, "Rust", { layer: "mid" })).toEqual(["Learns Rust"]);
  });

  test("expires facts by layer, and extends them twice on recall", async () => {
    const agent = await newAgent();
    const days = (time: string | null | undefined) =>
      Math.round((Date.parse(time ?? "") - Date.now()) / 86_400_000);
    expect((await keep(agent, "Likes tea")).expiresAt).toBeNull();
    expect(days((await keep(agent, "Saves for a house", "mid")).expiresAt)).toBe(90);
    const short = await keep(agent, "Looks for a bug", "short");
    expect(days(short.expiresAt)).toBe(14);
    const ends = [];
    for (let n = 0; n < 4; n++) {
      await store.recall(agent, "bug");
      ends.push((await store.recall(agent, "bug", { layer: "short" }))[0]?.expiresAt);
    }
    expect(new Set(ends.slice(1)).size).toBe(1);
    expect(Date.parse(ends[1] ?? "")).toBeGreaterThanOrEqual(Date.parse(short.expiresAt ?? ""));
  });

  test("returns a session fact only in its conversation", async () => {
    const agent = await newAgent();
    const conversationId = await newConversation(agent);
    await store.remember(agent, { layer: "session", content: "Refactors the parser", conversationId }, user);
    expect(await contents(agent, "parser", { conversationId })).toEqual(["Refactors the parser"]);
    expect(await contents(agent, "parser")).toEqual([]);
  });

  test("forgets a fact at once and only once, and can store the fact again", async () => {
    const agent = await newAgent();
    const { id } = await keep(agent, "Owns a greyhound");
    expect(await store.forget(agent, id, user)).toBe(true);
    expect(await store.forget(agent, id, user)).toBe(false);
    expect(await contents(agent, "greyhound")).toEqual([]);
    await keep(agent, "Owns a greyhound");
    expect(await contents(agent, "greyhound")).toEqual(["Owns a greyhound"]);
  });

  test("isolates the facts of agents", async () => {
    const [a, b] = [await newAgent(), await newAgent()];
    const { id } = await keep(a, "Keeps bees");
    expect(await contents(b, "bees")).toEqual([]);
    expect(await store.forget(b, id, user)).toBe(false);
    expect(await contents(a, "bees")).toEqual(["Keeps bees"]);
  });

  test.each(["'; drop table memories; --", "((&|!", "\\", "a:* & b", "😀", "…"])(
    "recalls nothing for the query %j",
    async (query) => {
      const agent = await newAgent();
      await keep(agent, "Something else");
      expect(await contents(agent, query)).toEqual([]);
    },
  );
}
