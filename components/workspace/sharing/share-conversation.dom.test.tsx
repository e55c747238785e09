import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { UIMessage } from "ai";
import { expect, it } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { RightsContext } from "@/components/ui/kit/rights";
import type { Exportable } from "@/components/workspace/export/index";
import type { ListedShare, NewConversationLink, ShareChoices } from "@/lib/shared/shares";
import { ShareConversation } from "./share-conversation";

it("shares a conversation with members by name, or with all", async () => {
  let sharing: unknown = { everyone: false, members: [] };
  const server = new FakeServer()
    .on("GET /api/members", () => ({
      members: [
        { id: "me", name: "Me", email: null, role: "owner" },
        { id: "ada", name: "Ada", email: null, role: "member" },
      ],
    }))
    .on("GET /api/conversations/c/sharing", () => ({ sharing }))
    .on("PUT /api/conversations/c/sharing", ({ body }) => {
      sharing = body;
      return { sharing };
    });
  drawPage(
    <RightsContext value={{ me: "me", role: "guest", right: "use", isAlone: false }}>
      <ShareConversation
        conversation={{ id: "c", title: "Tea" }}
        load={async () => undefined}
        onClose={() => {}}
      />
    </RightsContext>,
    { server },
  );
  const box = (name: string) => screen.findByRole<HTMLButtonElement>("checkbox", { name });
  await screen.findByRole("dialog", { name: "Share “Tea”" });
  fireEvent.click(await box("Ada"));
  await waitFor(() => expect(sharing).toEqual({ everyone: false, members: ["ada"] }));
  fireEvent.click(await box("Every member who may use this agent"));
  await waitFor(() => expect(sharing).toEqual({ everyone: true, members: ["ada"] }));
  expect((await box("Ada")).disabled).toBe(true);
  expect(screen.queryByRole("checkbox", { name: "Me" })).toBeNull();
});

const said = (id: string, role: "user" | "assistant", text: string): UIMessage => ({
  ...{ id, role },
  parts: [{ type: "text", text }],
});
const whole: Exportable = {
  conversation: {
    id: "c",
    title: "Tea",
    createdAt: "2026-11-21T09:00:00Z",
    updatedAt: "2026-11-21T09:00:00Z",
  },
  messages: [said("1", "user", "Which tea?"), said("2", "assistant", "**Sencha**, or a secret.")],
  asks: [],
};
const URL_OF_LINK = "https://easel.example/shared/token";

function shareByLink() {
  let link: ListedShare | null = null;
  let choices: ShareChoices | null = null;
  const sent: NewConversationLink[] = [];
  const server = new FakeServer()
    .on("GET /api/conversations/c/link", () => ({ link, choices, off: null }))
    .on("PUT /api/conversations/c/link", ({ body }) => {
      const one = body as NewConversationLink;
      sent.push(one);
      choices = one.choices;
      const { title } = choices;
      link = {
        ...{ id: "1", conversationId: "c", sheet: null, title, isLive: false, url: URL_OF_LINK },
        ...{ createdAt: "2026-11-21T09:00:00Z", expiresAt: null },
      };
      return { link, choices, off: null };
    })
    .on("DELETE /api/conversations/c/link", () => {
      link = null;
      return { revoked: true };
    });
  const conversation = { id: "c", title: "Tea" };
  drawPage(<ShareConversation conversation={conversation} load={async () => whole} onClose={() => {}} />, {
    server,
  });
  return sent;
}
const button = (name: string) => screen.findByRole("button", { name });

it("makes a public link without what the author leaves out, and keeps the choices for the next copy", async () => {
  const sent = shareByLink();
  fireEvent.click(await button("2 of 2 messages"));
  fireEvent.click(await screen.findByRole("checkbox", { name: "Easel: Sencha, or a secret." }));
  fireEvent.change(screen.getByLabelText("Title"), { target: { value: "Our tea" } });
  fireEvent.change(screen.getByLabelText("Your name"), { target: { value: "Ada" } });
  fireEvent.change(screen.getByLabelText("Expires"), { target: { value: "7" } });
  fireEvent.click(screen.getByRole("checkbox", { name: "Files and images" }));
  fireEvent.click(await button("Create link"));
  await screen.findByText(URL_OF_LINK);
  const leftOut = { messages: ["2"], tools: true, files: true };
  const choices = { title: "Our tea", name: "Ada", days: 7, leftOut };
  expect(sent).toEqual([{ choices, copy: expect.objectContaining({ components: [] }) }]);
  expect(sent[0]?.copy.html).toContain("Which tea?");
  expect(sent[0]?.copy.html).not.toContain("secret");

  fireEvent.click(await button("Share again"));
  await button("1 of 2 messages");
  fireEvent.click(await button("Share again"));
  await waitFor(() => expect(sent.map((one) => one.choices)).toEqual([choices, choices]));
  await screen.findByText(URL_OF_LINK);

  fireEvent.click(await button("Revoke"));
  await button("Create link");
  expect(screen.queryByText(URL_OF_LINK)).toBeNull();
  await button("1 of 2 messages");
});
