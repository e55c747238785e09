import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { BotApi, TOKEN } from "@/e2e/channels/bot-api";
import { CREDENTIALS, GraphApi, signed } from "@/e2e/channels/graph-api";
import { runAgent } from "@/lib/agent/loop/run";
import { sample } from "@/lib/ground/base/testing/sample";
import { blocks } from "@/lib/shared/blocks/index";
import { channelId } from "@/lib/shared/channels";
import { addAgent } from "@/lib/store/agents/agent-making";
import { resolveAgent } from "@/lib/store/agents/agents";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readChat } from "@/lib/store/channels/channel-chats";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { giveToForm } from "./form";
import { linkAgentChannel } from "./manage";
import { startChannels } from "./serve";
import { telegram } from "./telegram/telegram";
import { hurry } from "./testing/hurry";
import { takeWhatsAppWebhook } from "./whatsapp/webhook";
import { whatsapp } from "./whatsapp/whatsapp";

const [bot, graph] = [await BotApi.start(), await GraphApi.start()];
process.env.EASEL_TELEGRAM_API = bot.url;
process.env.EASEL_WHATSAPP_API = graph.url;
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
process.env.EASEL_MODEL = "demo";
const database = await testDatabase();
const agentId = await resolveAgent();
hurry(telegram);
hurry(whatsapp);

const hook = async (payload: object) => {
  const body = JSON.stringify(payload);
  await takeWhatsAppWebhook(new TextEncoder().encode(body), signed(body));
};

/** The phones of one user at both services: how the user writes, and what the user sees. */
const phones = {
  telegram: {
    id: "701",
    say: async (text: string) => void bot.say(701, text),
    press: async (label: string) => void bot.press(701, label),
    texts: () => bot.sent.map(({ text }) => text),
    files: () => bot.calls.flatMap(({ method }) => (/^send(Photo|Document)$/.test(method) ? [method] : [])),
  },
  whatsapp: {
    id: "+491701234567",
    say: (text: string) => hook(graph.message("491701234567", text)),
    press: (label: string) => hook(graph.press("491701234567", label)),
    texts: () => graph.sent.map(({ text }) => text),
    files: () =>
      graph.sent.flatMap(({ type, media }) =>
        media ? [`send${type === "image" ? "Photo" : "Document"}`] : [],
      ),
  },
};

const csv = { url: "/api/files/0b8f3a52-6f0e-4a5e-9d3c-2b7f1c9e4d10", mediaType: "text/csv" };

beforeAll(async () => {
  await addAgent({ name: "Scout", description: "Looks things up" });
  await linkAgentChannel(agentId, "telegram", { token: TOKEN });
  await linkAgentChannel(agentId, "whatsapp", CREDENTIALS);
  for (const [channel, { id }] of Object.entries(phones))
    await sql()`
      insert into channel_people (agent_id, channel, person_id, name) values (${agentId}, ${channel}, ${id}, 'Ada')`;
  startChannels();
});
afterAll(async () => {
  await database.drop();
  await Promise.all([bot.stop(), graph.stop()]);
});

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 40 });
const lastAsk = async () =>
  (
    await sql()`
    select message_id as "messageId", tool_call_id as "toolCallId", conversation_id as "conversationId", status, output
    from asks order by created_at desc limit 1`
  )[0];

describe.each(sample(Object.entries(phones), 2))("on %s", (channel, { id, say, press, texts, files }) => {
  const untilSent = (part: string) => until(() => expect(texts().join("\n")).toContain(part));
  const call = (tool: string, input: object) => say(`/${tool} ${JSON.stringify(input)}`);

  test("fills in a form field by field; the user can go back, and gets validation errors and repeated groups", async () => {
    const fields = [
      { name: "plan", label: "Plan", type: "file", accept: [".csv"] },
      { name: "pieces", label: "Pieces", type: "number", min: 1, max: 90, required: true },
      { name: "kind", label: "Kind", type: "select", options: ["Rye", "Spelt"], required: true },
      { name: "note", label: "Note", type: "text" },
      { name: "name", label: "Name", type: "text", required: true, group: "guests" },
      { name: "origin", label: "Origin", type: "hidden", default: "phone", group: "guests" },
    ];
    const groups = [{ name: "guests", heading: "Guest", repeat: { max: 2, add_label: "Add a guest" } }];
    await call("render_blocks", { blocks: [{ type: "form", submitLabel: "Order", fields, groups }] });
    await untilSent("📝 Order");
    await untilSent("• Guest (0 to 2): Name *");
    await press("Fill in here");
    await untilSent("1 of 5");
    const key = { agentId, id: channelId.parse(channel), chatId: id };
    const give = async (name: string) => {
      const chat = await readChat(key);
      return chat && giveToForm(agentId, key, chat, async () => [{ ...csv, name }]);
    };
    const asked = (text: string) => ({ say: { text: { text: expect.stringContaining(text) } } });
    expect(await give("plan.txt")).toMatchObject(asked("Choose a file of these kinds: .csv."));
    expect(await give("plan.csv")).toMatchObject(asked("2 of 5"));
    await say("many");
    await untilSent("⚠️");
    await say("12");
    await untilSent("3 of 5");
    await press("Back");
    await until(() => expect(texts().at(-1)).toMatch(/2 of 5[\s\S]*Now: 12/));
    await press("Keep 12");
    await until(() => expect(texts().at(-1)).toContain("3 of 5"));
    await press("Spelt");
    await untilSent("4 of 5");
    await press("Skip");
    for (const [at, name] of ["Ada", "Ben"].entries()) {
      await untilSent(`Add a guest? (Guest ${at + 1})`);
      await press("Yes");
      await untilSent(`Guest ${at + 1}: Name`);
      await say(name);
    }
    await untilSent("Kind: Spelt".replace("Kind", channel === "whatsapp" ? "*Kind*" : "Kind"));
    await press("Order");
    const guests = ["Ada", "Ben"].map((name) => ({ name, origin: "phone" }));
    await until(async () =>
      expect((await lastAsk())?.output).toEqual({
        action: "submit",
        data: { plan: [{ ...csv, name: "plan.csv" }], pieces: 12, kind: "Spelt", guests },
      }),
    );
  }, 60_000);

  test("asks for approval with the reason; the first answer counts, and an answer in the browser is shown on the phone", async () => {
    await changeSetting(agentId, "tool:set_state", { policy: "ask" });
    await call("set_state", { key: `from-${channel}`, value: 1 });
    await untilSent(`from-${channel}`);
    await press("Allow");
    await until(async () =>
      expect(await sql()`select from state where key = ${`from-${channel}`}`).toHaveLength(1),
    );
    await call("set_state", { key: `refused-${channel}`, value: 1 });
    await untilSent(`refused-${channel}`);
    const ask = await lastAsk();
    const answer = { toolCallId: ask?.toolCallId, messageId: ask?.messageId, output: { decision: "reject" } };
    await runAgent({ agentId, conversationId: ask?.conversationId, input: { answer } });
    // Telegram's message is edited, so its buttons are gone. On WhatsApp a late press gets the reason why it
    // has no effect.
    await untilSent("✕ Rejected.");
    if (channel === "whatsapp") {
      await press("Allow");
      await untilSent("already answered");
    }
    await until(async () => expect((await lastAsk())?.status).toBe("answered"));
    expect(await sql()`select from state where key = ${`refused-${channel}`}`).toHaveLength(0);
  }, 60_000);

  test("sends messages written in the browser to the phone, where the user can continue the conversation", async () => {
    const [chat] = await sql()`select conversation_id as id from channel_chats where channel = ${channel}`;
    const message = { parts: [{ type: "text" as const, text: `/get_state {"key":"browser-${channel}"}` }] };
    await runAgent({ agentId, conversationId: chat?.id, input: { message } });
    await untilSent(`browser-${channel}`);
    await say(`/get_state {"key":"back-${channel}"}`);
    await until(async () =>
      expect(
        await sql()`select from messages where conversation_id = ${chat?.id} and parts::text like ${`%back-${channel}%`} and role = 'user'`,
      ).toHaveLength(1),
    );
  }, 60_000);

  test("sends tables of up to ten rows as text and longer ones as CSV, and sends broken Markdown unchanged as text", async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, nth) => ({ loaf: `Loaf ${nth}`, pieces: nth }));
    const columns = ["loaf", "pieces"].map((key) => ({ key, label: key }));
    await call("render_blocks", { blocks: [{ type: "table", columns, rows: rows(10) }] });
    await untilSent("Loaf 9");
    const before = files().length;
    await call("render_blocks", { blocks: [{ type: "table", columns, rows: rows(11) }] });
    await until(() => expect(files().slice(before)).toContain("sendDocument"));
    const broken = "**bold _never closed `code [link](nowhere **";
    await call("render_blocks", { blocks: [{ type: "markdown", content: broken }] });
    await untilSent("never closed");
  }, 60_000);

  test("lets the user choose a card by its button, and shows the choice", async () => {
    await call("render_blocks", { blocks: [blocks.choice.example] });
    await untilSent("Which flat");
    await press("Old mill");
    await until(async () => expect((await lastAsk())?.output).toEqual({ action: "choose", choice: "mill" }));
    await untilSent(channel === "whatsapp" ? "✓ *Old mill*" : "✓ Old mill");
  }, 30_000);

  test("shows a subagent's question, form and approval with its name, and accepts the answers", async () => {
    const [scout] = await sql()`select id from agents where name = 'Scout'`;
    await changeSetting(scout?.id, "tool:set_state", { policy: "ask" });
    const task = (tool: string, input: object) => `/${tool} ${JSON.stringify(input)}`;
    const ask = (of: string) => call("ask_agent", { agent: "Scout", task: of });
    await ask(task("ask_user", { question: `Rye for ${channel}?`, options: ["Yes, rye", "No rye"] }));
    await until(() =>
      expect(texts().join("\n")).toMatch(new RegExp(`Scout asks:[\\s\\S]*Rye for ${channel}`)),
    );
    await press("No rye");
    const answered = async (tool: string) =>
      (await sql()`select output from asks where tool_name = ${tool} order by created_at desc limit 1`)[0]
        ?.output;
    await until(async () => expect(await answered("ask_user")).toEqual({ answer: "No rye" }));

    const fields = [{ name: "city", label: "City", type: "text", required: true }];
    await ask(task("render_blocks", { blocks: [{ type: "form", submitLabel: `Go ${channel}`, fields }] }));
    await untilSent(`📝 Go ${channel}`);
    await press("Fill in here");
    await untilSent("1 of 1");
    await say("Lyon");
    await until(() => expect(texts().at(-1)).toContain("Lyon"));
    await press(`Go ${channel}`);
    await until(async () =>
      expect(await answered("render_blocks")).toEqual({ action: "submit", data: { city: "Lyon" } }),
    );

    await ask(task("set_state", { key: `helper-${channel}`, value: 1 }));
    await until(() =>
      expect(texts().join("\n")).toMatch(new RegExp(`Scout asks:[\\s\\S]*helper-${channel}`)),
    );
    await press("Allow");
    await until(async () =>
      expect(await sql()`select from state where key = ${`helper-${channel}`}`).toHaveLength(1),
    );
    await until(async () =>
      expect(
        await sql()`
          select from runs r join channel_chats t on t.conversation_id = r.conversation_id
          where t.channel = ${channel} and r.status <> 'completed'`,
      ).toHaveLength(0),
    );
  }, 60_000);

  test("sends every kind of block: as text, as a file, a chart as an image, a form to fill in", async () => {
    const before = { texts: texts().length, files: files().length };
    const { data } = blocks.chart.example;
    const combined = { ...blocks.chart.example, chartType: "combined", data, targets: [{ value: 300 }] };
    const examples = Object.values(blocks).map(({ example }) => example);
    await call("render_blocks", { blocks: [...examples, combined] });
    const newText = () => texts().slice(before.texts).join("\n");
    const parts = [
      "Week 47",
      "Seeded roll",
      "Plan the bake",
      "group by product",
      "The bread shelf",
      "no price",
    ];
    await vi.waitFor(
      () => {
        for (const part of [...parts, "programme", "Takings", "Old mill", "Market day", "November.csv"])
          expect(newText()).toContain(part);
        const images = files().slice(before.files);
        expect(images.filter((one) => one === "sendPhoto").length).toBeGreaterThan(1);
      },
      { timeout: 60_000, interval: 100 },
    );
  }, 90_000);
});
