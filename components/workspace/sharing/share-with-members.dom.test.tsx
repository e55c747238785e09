import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { RightsContext } from "@/components/ui/kit/rights";
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
