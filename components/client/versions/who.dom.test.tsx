import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { type Rights, RightsContext } from "@/components/ui/kit/rights";
import type { Revision } from "@/lib/shared/history";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { useWho } from "./who";

const server = () =>
  new FakeServer().on("GET /api/members", () => ({
    members: [
      { id: OWNER_ID, name: "", email: null, role: "owner" },
      { id: "ada", name: "Ada", email: null, role: "member" },
    ],
  }));

const versions: [Revision["author"], string | undefined, string][] = [
  ["person", undefined, "You"],
  ["person", "ada", "You"],
  ["person", "gone", "You"],
  ["agent", "ada", "Agent"],
  ["agent", undefined, "Agent"],
  ["restore", undefined, "Restored"],
  ["system", undefined, "Easel"],
];

function Names() {
  const who = useWho();
  return versions.map(([author, memberId, kind]) => (
    <li key={`${author} ${memberId}`}>{who({ author, memberId }, kind)}</li>
  ));
}

const names = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);
const draw = (rights: Partial<Rights>) =>
  drawPage(
    <RightsContext value={{ me: "ada", role: "member", right: "own", isAlone: false, ...rights }}>
      <Names />
    </RightsContext>,
    { server: server() },
  );

it("names the member who wrote a version, or for whom it was written", async () => {
  draw({});
  await screen.findByText("Agent, for Owner");
  expect(names()).toEqual([
    ...["Owner", "You", "A former member"],
    ...["Agent", "Agent, for Owner", "Restored, by Owner", "Easel"],
  ]);
});

it("keeps the kind of author and sends no request while the owner is alone", () => {
  const page = draw({ me: OWNER_ID, role: "owner", isAlone: true });
  expect(names()).toEqual(versions.map(([, , kind]) => kind));
  expect(page.server.count("GET /api/members")).toBe(0);
});
