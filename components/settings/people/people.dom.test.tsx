import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { MEMBERS } from "@/components/client/events";
import { AgentsContext } from "@/components/client/shell/layout-context";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago, NOW } from "@/components/client/testing/samples";
import { type Rights, RightsContext } from "@/components/ui/kit/rights";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import { OWNER_ID, type Role } from "@/lib/shared/members/roles";
import { invitationsView, membersView } from "@/lib/shared/members/view";
import { People } from "./people";

const member = (id: string, name: string, role: Role, more: object = {}) => ({
  ...{ id, name, role, email: name && `${name.toLowerCase()}@example.com` },
  ...{ dailyUsd: null, spentUsd: 0.5, createdAt: ago(60), lastUsedAt: null },
  ...more,
});
const owner = member(OWNER_ID, "", "owner", { email: null, lastUsedAt: NOW });
const ada = member("ada", "Ada", "admin", { dailyUsd: 5 });
const bo = member("bo", "Bo", "member");
const invitation = (id: string, more: object = {}) => ({
  ...{ id, role: "guest", name: "Cy", email: null, memberId: null, url: `https://easel.test/invite/${id}` },
  ...{ expiresAt: NOW, createdAt: NOW, ...more },
});
const agent = (id: string, name: string, right?: AgentView["right"]): AgentView => ({
  ...{ id, name, description: "", mark: "", model: null, starters: [], createdAt: NOW, archivedAt: null },
  right,
});

type Options = {
  members?: object[];
  invitations?: object[];
  rights?: Partial<Rights>;
  hasPassword?: boolean;
};

function draw({ members = [owner, ada, bo], invitations = [], rights, hasPassword = true }: Options = {}) {
  const state = { members, invitations };
  const server = new FakeServer()
    .on("GET /api/members", () => ({ members: state.members }))
    .on("GET /api/invitations", () => ({ invitations: state.invitations }));
  const agents = [agent("scout", "Scout", "own"), agent("clerk", "Clerk", "use")];
  const page = drawPage(
    <RightsContext value={{ me: OWNER_ID, role: "owner", right: "own", isAlone: false, ...rights }}>
      <AgentsContext value={{ agents, current: "scout", first: "scout" }}>
        <People
          {...{ hasPassword, ...membersView.parse({ members }), ...invitationsView.parse({ invitations }) }}
        />
      </AgentsContext>
    </RightsContext>,
    { server },
  );
  return { ...page, server, state };
}

const row = async (name: string) => {
  const list = await screen.findByRole("list", { name: "Members" });
  const found = within(list)
    .getAllByRole("listitem")
    .find((one) => within(one).queryByText(name));
  return within(found as HTMLElement);
};
const options = (select: HTMLElement) => [...select.querySelectorAll("option")].map((one) => one.textContent);
const act = async (name: string, item: string) => {
  fireEvent.click((await row(name)).getByRole("button", { name: `More for ${name}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
};

describe("the page of people", () => {
  it("is one card while the owner is alone, and names the missing password", async () => {
    draw({ members: [owner], rights: { isAlone: true }, hasPassword: false });
    expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual(["Invite people"]);
    expect(screen.getByRole("link", { name: "General" }).getAttribute("href")).toBe("/settings/general");
    expect(screen.queryByRole("button", { name: "Invite someone" })).toBeNull();
  });

  it("lists members with role, cost and limit, and follows changes", async () => {
    const { state, tell } = draw();
    (await row("Ada")).getByText(/Not seen yet · \$0.50 of \$5.00 today/);
    (await row("Bo")).getByText(/\$0.50 today/);
    const me = await row("You");
    expect(me.getAllByText("Owner")).toHaveLength(2);
    expect(me.queryByRole("combobox")).toBeNull();
    state.members = [owner, { ...bo, name: "Bo Berg" }];
    tell(MEMBERS);
    await screen.findByText("Bo Berg");
    expect(screen.queryByText("Ada")).toBeNull();
  });

  it("changes the role and the daily limit, and shows a refusal", async () => {
    const { server } = draw();
    const sent: unknown[] = [];
    server.on("PATCH /api/members/bo", ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? refusal(403, "Only the owner may do this.") : {};
    });
    fireEvent.change((await row("Bo")).getByRole("combobox"), { target: { value: "guest" } });
    expect((await screen.findByRole("alert")).textContent).toBe("Only the owner may do this.");
    await act("Bo", "Set a daily limit…");
    const form = within(await screen.findByRole("form", { name: "Daily limit of Bo" }));
    const field = form.getByLabelText("Daily limit, in US dollars");
    fireEvent.change(field, { target: { value: "many" } });
    fireEvent.click(form.getByRole("button", { name: "Save" }));
    form.getByText("Enter an amount from 0 to 1,000,000.");
    fireEvent.change(field, { target: { value: "2,5" } });
    fireEvent.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent).toEqual([{ role: "guest" }, { dailyUsd: 2.5 }]));
    await waitFor(() => expect(screen.queryByRole("form")).toBeNull());
  });

  it("removes a member after one question that names the consequences", async () => {
    const { server, state } = draw();
    server.on("DELETE /api/members/bo", () => {
      state.members = [owner, ada];
      return {};
    });
    await act("Bo", "Remove");
    const question = within(await screen.findByRole("alertdialog", { name: "Remove Bo?" }));
    question.getByText(/agents become the owner’s.*conversations are hidden.*tokens/);
    fireEvent.click(question.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.queryByText("Bo")).toBeNull());
  });

  it("makes a new sign-in link, which only the owner may", async () => {
    const { server } = draw();
    server.on("POST /api/members/bo/invitation", () => ({
      invitation: invitation("again", { memberId: "bo" }),
    }));
    await act("Bo", "New sign-in link");
    await screen.findByText("https://easel.test/invite/again");
  });

  it("lets admins change members and guests, but neither admins nor the owner", async () => {
    draw({ rights: { me: "ada", role: "admin" } });
    expect(options((await row("Bo")).getByRole("combobox"))).toEqual(["Member", "Guest"]);
    expect((await row("Ada")).queryByRole("combobox")).toBeNull();
    expect((await row("Ada")).queryByRole("button")).toBeNull();
    fireEvent.click((await row("Bo")).getByRole("button", { name: "More for Bo" }));
    const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
    expect(items).toEqual(["Set a daily limit…", "Remove"]);
  });

  it("invites with role, note, days and own agents, and shows the link", async () => {
    const { server, state } = draw();
    const sent: unknown[] = [];
    server.on("POST /api/invitations", ({ body }) => {
      sent.push(body);
      state.invitations = [invitation("new")];
      return { invitation: invitation("new") };
    });
    fireEvent.click(await screen.findByRole("button", { name: "Invite someone" }));
    const form = within(screen.getByRole("form", { name: "Invite people" }));
    const choose = (label: string, value: string) =>
      fireEvent.change(form.getByLabelText(label), { target: { value } });
    choose("Scout", "edit");
    expect(form.queryByLabelText("Clerk")).toBeNull();
    choose("Role", "guest");
    choose("For whom", "Cy");
    choose("Valid for", "30");
    fireEvent.click(form.getByRole("button", { name: "Create link" }));
    await screen.findByText("https://easel.test/invite/new");
    expect(sent).toEqual([{ role: "guest", name: "Cy", days: 30, agents: [{ id: "scout", right: "use" }] }]);
    await screen.findByRole("list", { name: "Open invitations" });
  });

  it("revokes open invitations", async () => {
    const { server, state } = draw({ invitations: [invitation("one"), invitation("two", { url: null })] });
    server.on("DELETE /api/invitations/one", () => {
      state.invitations = [];
      return {};
    });
    const list = within(await screen.findByRole("list", { name: "Open invitations" }));
    expect(list.getAllByRole("button", { name: "Copy the link for Cy" })).toHaveLength(1);
    fireEvent.click(list.getAllByRole("button", { name: "Revoke the invitation for Cy" })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByRole("list", { name: "Open invitations" })).toBeNull());
  });
});
