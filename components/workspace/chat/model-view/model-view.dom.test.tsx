import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ListContext } from "@/components/client/shell/shell-context";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { aConversation } from "@/components/client/testing/samples";
import { ModelView } from "./model-view";

const promptOf = (text: string) => ({
  model: "demo/script",
  isExact: true,
  parts: [{ id: "identity", title: text, text, tokens: 7 }],
  tools: [],
  total: 7,
});
const models = { models: [], images: [], default: "demo/script", problems: [] };
const list = { conversations: [aConversation("a")], current: undefined, now: "", older: undefined };
const serving = (text: () => string): FakeServer =>
  new FakeServer()
    .on("GET /api/models", () => models)
    .on("GET /api/prompt/assembled", () => promptOf(text()));

const draw = (server: FakeServer) =>
  drawPage(
    <ListContext value={list}>
      <ModelView titles={{}} />
    </ListContext>,
    { server },
  );

describe("view of the model's request", () => {
  it("reloads after any change", async () => {
    let text = "You are Easel";
    const { tell } = draw(serving(() => text));
    await screen.findByText("You are Easel");
    text = "You are terse";
    tell("history system_prompt system_prompt");
    await screen.findByText("You are terse");
  });

  it("keeps the shown conversation until another one is loaded", async () => {
    const other = gate<unknown>();
    const server = serving(() => "You are Easel");
    draw(server);
    await screen.findByText("You are Easel");
    server.on("GET /api/prompt/assembled", ({ url }) =>
      url.searchParams.get("conversation") === "a" ? other.wait : promptOf("You are Easel"),
    );
    fireEvent.change(screen.getByLabelText("Conversation"), { target: { value: "a" } });
    screen.getByText("You are Easel");
    await waitFor(() => expect(document.querySelector("[aria-busy=true]")).not.toBeNull());
    other.open(promptOf("You go on"));
    await screen.findByText("You go on");
    expect(document.querySelector("[aria-busy=true]")).toBeNull();
  });

  it("shows an error and loads on retry", async () => {
    const server = serving(() => "You are Easel");
    server.on("GET /api/prompt/assembled", () => refusal(500, "A tool has no schema."));
    draw(server);
    expect((await screen.findByRole("alert")).textContent).toContain(
      "Prompt not assembled. A tool has no schema.",
    );
    server.on("GET /api/prompt/assembled", () => promptOf("You are Easel"));
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("You are Easel");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
