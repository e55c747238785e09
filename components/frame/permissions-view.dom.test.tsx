import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Access, Use } from "@/lib/shared/components/access";
import { Permissions } from "./permissions";
import { PermissionsView } from "./permissions-view";

const TABLE: Use = { kind: "table", name: "packing" };
const access = (state: "asks" | "granted", rest: Partial<Access> = {}): Access => ({
  uses: [
    { use: { kind: "query" }, state: "granted", label: "read the database" },
    { use: TABLE, state, label: "change the table packing" },
  ],
  ...{ open: [], isWider: false, readWeb: [], ...rest },
});

async function drawn(first: Access) {
  let now = first;
  const change = vi.fn(async ({ grant }: { grant?: Use[] }) => {
    now = access(grant ? "granted" : "asks");
    return now;
  });
  const onGranted = vi.fn();
  const permissions = new Permissions({ access: async () => now, change }, onGranted);
  await permissions.look();
  render(<PermissionsView permissions={permissions} />);
  return { permissions, change, onGranted };
}

const PATIENT = { timeout: 10_000 };

const press = async (name: string) => {
  const button = await screen.findByRole("button", { name }, PATIENT);
  // What has just come up takes no click for half a second.
  await waitFor(() => expect(button).toHaveProperty("disabled", false), PATIENT);
  fireEvent.click(button);
};

test("what a component may do stands on its sheet; what it wants is asked, granted, and taken away again", async () => {
  const { permissions, change, onGranted } = await drawn(access("asks"));
  expect(screen.getByText("May read the database")).toBeTruthy();
  const wanted = permissions.demand(TABLE);
  const card = await screen.findByRole("region", { name: "May this sheet do this?" });
  expect(
    within(card)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["change the table packing"]);
  await press("Allow");
  await wanted;
  expect(change).toHaveBeenCalledWith({ grant: [TABLE] });
  expect(onGranted).toHaveBeenCalled();
  await press("May read the database and change the table packing");
  await press("Take away: change the table packing");
  await waitFor(() => expect(change).toHaveBeenLastCalledWith({ revoke: [TABLE] }));
});

test("a version that wants more says so, with the pages that were read before", async () => {
  const { permissions } = await drawn(access("asks", { isWider: true, readWeb: ["https://tides.test"] }));
  const wanted = permissions.demand(TABLE);
  const card = await screen.findByRole("region", { name: "This version wants to do more. May it?" });
  expect(card.textContent).toContain("tides.test");
  await press("Don’t allow");
  await expect(wanted).rejects.toThrow("The person did not allow it.");
  await expect(permissions.demand(TABLE)).rejects.toThrow("did not allow");
  await press("Ask me again");
  void permissions.demand(TABLE);
  expect(await screen.findByRole("region", { name: /May it/ })).toBeTruthy();
});
