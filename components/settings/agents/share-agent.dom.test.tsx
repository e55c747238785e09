import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import { RightsContext } from "@/components/ui/kit/rights";
import type { AgentSharing } from "@/lib/shared/members/view";
import { ShareAgent } from "./share-agent";

const scout = {
  ...{ id: "scout", name: "Scout", description: "", mark: "", model: null, starters: [] },
  ...{ createdAt: NOW, archivedAt: null },
};
const members = [
  { id: "me", name: "Me", email: null, role: "owner" },
  { id: "ada", name: "Ada", email: null, role: "member" },
  { id: "gus", name: "Gus", email: null, role: "guest" },
];

function draw(initial: AgentSharing) {
  let sharing: unknown = initial;
  const server = new FakeServer()
    .on("GET /api/members", () => ({ members }))
    .on("GET /api/agents/scout/sharing", () => ({ sharing }))
    .on("PUT /api/agents/scout/sharing", ({ body }) => {
      sharing = body;
      return { sharing };
    });
  drawPage(
    <RightsContext value={{ me: "me", role: "owner", right: "own", isAlone: false }}>
      <ShareAgent agent={scout} />
    </RightsContext>,
    { server },
  );
  return { server, stored: () => sharing };
}
const choice = (name: RegExp) => screen.findByRole<HTMLSelectElement>("combobox", { name });
const options = (select: HTMLSelectElement) => [...select.options].map(({ text }) => text);

it("shares an agent with all, and with members by name", async () => {
  const { stored } = draw({ everyone: null, members: [{ memberId: "gus", right: "edit" }] });
  fireEvent.change(await choice(/^Every member/), { target: { value: "use" } });
  await waitFor(() => expect(stored()).toMatchObject({ everyone: "use" }));
  fireEvent.change(await choice(/^Ada/), { target: { value: "edit" } });
  await waitFor(() =>
    expect(stored()).toMatchObject({ members: [{ memberId: "gus" }, { memberId: "ada" }] }),
  );
  fireEvent.change(await choice(/^Gus/), { target: { value: "" } });
  await waitFor(() =>
    expect(stored()).toEqual({ everyone: "use", members: [{ memberId: "ada", right: "edit" }] }),
  );
  expect(screen.queryByRole("combobox", { name: /^Me/ })).toBeNull();
  screen.getByText(/can ask it for everything that it knows/);
});

it("offers guests only to use the agent", async () => {
  draw({ everyone: null, members: [{ memberId: "gus", right: "edit" }] });
  const guest = await choice(/^Gus/);
  expect([guest.value, options(guest)]).toEqual(["use", ["Not shared", "May use"]]);
  expect(options(await choice(/^Ada/))).toEqual(["Not shared", "May use", "May edit"]);
});

it("shows the stored choice and the reason if the server refuses", async () => {
  const { server } = draw({ everyone: null, members: [] });
  server.on("PUT /api/agents/scout/sharing", () => refusal(422, "There is no such member."));
  const all = await choice(/^Every member/);
  fireEvent.change(all, { target: { value: "edit" } });
  expect((await screen.findByRole("alert")).textContent).toBe("There is no such member.");
  expect(all.value).toBe("");
});
