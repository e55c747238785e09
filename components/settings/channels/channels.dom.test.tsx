import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { CHANNELS } from "@/components/client/events";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago } from "@/components/client/testing/samples";
import type { ChannelView } from "@/lib/shared/channels";
import { Channels } from "./channels";

const off: ChannelView = {
  ...{
    id: "telegram",
    title: "Telegram",
    status: "off",
    lacks: ["Tables", "Big files"],
    lacksCodes: ["tablesAsFile", "filesTooLarge"],
  },
  ...{ people: [], waiting: 0, uncertain: 0 },
};
const linked = (rest: Partial<ChannelView> = {}): ChannelView => ({
  ...off,
  ...{ status: "connected", account: { name: "@easel_bot", url: "https://t.me/easel_bot" } },
  ...rest,
});
const ada = { id: "501", name: "Ada", pairedAt: ago(5) };
const TOKEN = "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc";
const soon = () => new Date(Date.now() + 600_000).toISOString();

function draw(channel: ChannelView) {
  const state = { channel };
  const server = new FakeServer().on("GET /api/channels", () => ({ channels: [state.channel] }));
  return { state, ...drawPage(<Channels />, { server }) };
}
const button = (name: string) => screen.getByRole("button", { name });
const dialog = () => within(screen.getByRole("alertdialog"));

it("the list of channels shows a skeleton while loading, and an error with retry if that fails", async () => {
  const { server } = drawPage(<Channels />, { server: new FakeServer().lose("GET /api/channels") });
  screen.getByLabelText("Loading");
  await screen.findByText(/Could not load\. Easel cannot be reached/);
  server.on("GET /api/channels", () => ({ channels: [off] }));
  fireEvent.click(button("Try again"));
  await screen.findByText("Get a bot from Telegram");
});

describe("connecting a bot", () => {
  const give = (value: string) => {
    fireEvent.change(screen.getByLabelText(/Bot token/), { target: { value } });
    fireEvent.click(button("Connect"));
  };

  it("explains where the token comes from, and sends no request without one", async () => {
    const { server } = draw(off);
    const link = await screen.findByRole("link", { name: /@BotFather/ });
    expect(link.getAttribute("href")).toBe("https://t.me/BotFather");
    screen.getByText("Not connected");
    give("  ");
    await screen.findByText("Required.");
    expect(server.asked).toEqual(["GET /api/channels"]);
  });

  it("keeps a refused token, and shows the reason at its field", async () => {
    const { server } = draw(off);
    server.on("PUT /api/channels/telegram", () =>
      refusal(422, "The body is not valid.", [{ path: "token", message: "That is no bot token." }]),
    );
    await screen.findByText("Not connected");
    give("x");
    await screen.findByText("That is no bot token.");
    expect(screen.getByLabelText<HTMLInputElement>(/Bot token/).value).toBe("x");
    server.on("PUT /api/channels/telegram", () => refusal(422, "Telegram does not know this token."));
    give(TOKEN);
    await screen.findByText("Telegram does not know this token.");
  });

  it("sends one request despite repeated clicks, then shows the account", async () => {
    const { server, state } = draw(off);
    const answer = gate<unknown>();
    const sent: unknown[] = [];
    server.on("PUT /api/channels/telegram", ({ body }) => {
      sent.push(body);
      return answer.wait;
    });
    await screen.findByText("Not connected");
    give(` ${TOKEN}\n`);
    fireEvent.click(await screen.findByRole("button", { name: "Asking Telegram…" }));
    state.channel = linked({ status: "connecting" });
    answer.open(state.channel);
    await screen.findByText("Connected as @easel_bot");
    expect(sent).toEqual([{ token: TOKEN }]);
    screen.getByText("Connecting");
    expect(document.body.innerHTML).not.toContain(TOKEN);
    expect(document.activeElement).toBe(screen.getByRole("list", { name: "Set up Telegram" }));
  });
});

describe("pairing a phone", () => {
  it("shows a code with the time left, and the paired user after a notification", async () => {
    const { server, state, tell } = draw(linked());
    const expiresAt = soon();
    server.on("POST /api/channels/telegram/pair", () => {
      state.channel = linked({ pairingUntil: expiresAt });
      return { code: "ABCD2345", expiresAt, url: "https://t.me/easel_bot?start=ABCD2345" };
    });
    fireEvent.click(await screen.findByRole("button", { name: "Create pairing code" }));
    await screen.findByText("/start ABCD2345");
    screen.getByText(/^Waiting, valid for (10:00|9:5\d)/);
    expect(screen.getByRole("link", { name: /Send from this device/ }).getAttribute("href")).toBe(
      "https://t.me/easel_bot?start=ABCD2345",
    );
    tell(CHANNELS);
    await waitFor(() => expect(server.count("GET /api/channels")).toBe(2));
    screen.getByText("/start ABCD2345");
    state.channel = linked({ people: [ada] });
    tell(CHANNELS);
    await screen.findByText("Ada");
    expect(screen.queryByText("/start ABCD2345")).toBeNull();
    button("Send a test message");
  });

  it("shows that a code was revoked after too many wrong attempts", async () => {
    const { server, state, tell } = draw(linked());
    const expiresAt = soon();
    server.on("POST /api/channels/telegram/pair", () => ({ code: "ABCD2345", expiresAt, url: null }));
    fireEvent.click(await screen.findByRole("button", { name: "Create pairing code" }));
    await screen.findByText("/start ABCD2345");
    state.channel = linked({ pairingUntil: expiresAt });
    tell(CHANNELS);
    await waitFor(() => expect(server.count("GET /api/channels")).toBe(2));
    state.channel = linked();
    tell(CHANNELS);
    await screen.findByText(/Code expired or entered wrong five times/);
    button("Create pairing code");
  });

  it("shows that a code exists if another tab created it, without the code", async () => {
    draw(linked({ pairingUntil: soon() }));
    await screen.findByText(/Another code is still valid: /);
    button("New code");
  });

  it("shows why no code was created", async () => {
    const { server } = draw(linked());
    server.on("POST /api/channels/telegram/pair", () => refusal(500, "The disk is full."));
    fireEvent.click(await screen.findByRole("button", { name: "Create pairing code" }));
    await screen.findByText("Failed. The disk is full.");
  });

  it("can be undone after confirmation, and stays if the server refuses", async () => {
    const { server, state } = draw(linked({ people: [ada] }));
    server.on("DELETE /api/channels/telegram/people/501", () => refusal(500, "The disk is full."));
    fireEvent.click(await screen.findByRole("button", { name: "Unpair Ada" }));
    fireEvent.click(dialog().getByRole("button", { name: "Unpair" }));
    await screen.findByText("Failed. The disk is full.");
    server.on("DELETE /api/channels/telegram/people/501", () => {
      state.channel = linked();
      return {};
    });
    fireEvent.click(dialog().getByRole("button", { name: "Unpair" }));
    await waitFor(() => expect(screen.queryByText("Ada")).toBeNull());
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});

describe("a connected channel", () => {
  it("sends a test message and shows the result", async () => {
    const { server } = draw(linked({ people: [ada] }));
    server.on("POST /api/channels/telegram/test", () => ({ ok: true, message: "It is on its way to Ada." }));
    fireEvent.click(await screen.findByRole("button", { name: "Send a test message" }));
    await screen.findByText("It is on its way to Ada.");
    server.on("POST /api/channels/telegram/test", () => ({
      ...{ ok: true, message: "", name: "@easel_bot", recipients: ["Ada", "Bo"] },
    }));
    fireEvent.click(button("Send a test message"));
    await screen.findByText("Telegram is connected as @easel_bot. Sending a test message to Ada and Bo.");
    server.lose("POST /api/channels/telegram/test");
    fireEvent.click(button("Send a test message"));
    await screen.findByText(/Easel cannot be reached/);
  });

  it("shows a lost connection with its error and the pending messages", async () => {
    draw(
      linked({ status: "lost", error: "Telegram has trouble of its own (502).", waiting: 2, uncertain: 1 }),
    );
    await screen.findByText("Connection lost");
    const alert = screen.getByRole("alert").textContent;
    expect(alert).toContain("(502). 2 messages waiting. 1 message may not have arrived");
  });

  it("opens the form for another token, and closes it on cancel", async () => {
    draw(linked());
    fireEvent.click(await screen.findByRole("button", { name: "Replace" }));
    screen.getByText(/Another account unpairs everyone/);
    fireEvent.click(button("Cancel"));
    button("Replace");
  });

  it("disconnects after confirmation", async () => {
    const { server, state } = draw(linked({ people: [ada] }));
    server.on("DELETE /api/channels/telegram", () => refusal(500, "The disk is full."));
    fireEvent.click(await screen.findByRole("button", { name: "Disconnect" }));
    fireEvent.click(dialog().getByRole("button", { name: "Cancel" }));
    expect(server.count("DELETE /api/channels/telegram")).toBe(0);
    fireEvent.click(button("Disconnect"));
    fireEvent.click(dialog().getByRole("button", { name: "Disconnect" }));
    await screen.findByText("Failed. The disk is full.");
    server.on("DELETE /api/channels/telegram", () => {
      state.channel = off;
      return {};
    });
    fireEvent.click(dialog().getByRole("button", { name: "Disconnect" }));
    await screen.findByText("Not connected");
    screen.getByText("Paste its token");
  });
});
