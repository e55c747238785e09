import { fireEvent, render, screen } from "@testing-library/react";
import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import Link from "./agent-base";
import { ActionsButton } from "./menu-button";
import { Locked, May, type Rights, RightsContext } from "./rights";

const reader: Rights = { me: "m", role: "member", right: "use", isAlone: false };
const draw = (page: ReactNode, rights: Partial<Rights> = {}) =>
  render(<RightsContext value={{ ...reader, ...rights }}>{page}</RightsContext>);

it("Link names a page that the member may not open, and links to all others", () => {
  draw(
    <>
      <Link href="/agent/tools">Tools</Link>
      <Link href="/board">Boards</Link>
    </>,
  );
  expect(screen.getByText("Tools").tagName).toBe("SPAN");
  expect(screen.getByRole("link").getAttribute("href")).toBe("/board");
});

it("May shows its content with the role and the right", () => {
  draw(
    <>
      <May right="edit">edit</May>
      <May {...{ role: "member" }}>member</May>
      <May open="/settings/people">people</May>
    </>,
  );
  expect(["edit", "member", "people"].filter((text) => screen.queryByText(text))).toEqual(["member"]);
});

it("Locked disables controls without the right", () => {
  draw(
    <>
      <Locked right="use">
        <button type="button">Free</button>
      </Locked>
      <Locked right="own">
        <button type="button">Own</button>
      </Locked>
    </>,
  );
  const isDisabled = (name: string) =>
    screen.getByRole("button", { name }).closest("fieldset")?.disabled === true;
  expect([isDisabled("Free"), isDisabled("Own")]).toEqual([false, true]);
});

it("a menu offers only the permitted actions, and none is no menu", async () => {
  const groups = [
    [
      { label: "Rename", icon: Pencil, needs: { right: "edit" } as const, onSelect: () => {} },
      { label: "History", icon: Pencil, href: "/agent/history" },
    ],
    [{ label: "Open", icon: Pencil, href: "/chat/1" }],
  ];
  draw(
    <>
      <ActionsButton label="All" groups={groups} />
      <ActionsButton label="Few" groups={groups.slice(0, 1)} />
    </>,
  );
  expect(screen.queryByRole("button", { name: "Few" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "All" }));
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual(["Open"]);
});
