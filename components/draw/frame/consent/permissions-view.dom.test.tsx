import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { gate } from "@/components/client/testing/fake-server";
import type { Access, ToolQuestion, Use } from "@/lib/shared/components/access";
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
  // Waits until a new question is enabled, which takes half a second.
  await waitFor(() => expect(button).toHaveProperty("disabled", false), PATIENT);
  fireEvent.click(button);
};

test("the permissions view lists permissions, asks for missing ones, grants and revokes them", async () => {
  const { permissions, change, onGranted } = await drawn(access("asks"));
  expect(screen.getByText("May read the database")).toBeTruthy();
  const wanted = permissions.demand(TABLE);
  const card = await screen.findByRole("region", { name: "Allow this component to do this?" });
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
  await press("Revoke: change the table packing");
  await waitFor(() => expect(change).toHaveBeenLastCalledWith({ revoke: [TABLE] }));
});

test("the permissions view shows that a version wants more, with the pages read before", async () => {
  const { permissions } = await drawn(access("asks", { isWider: true, readWeb: ["https://tides.test"] }));
  const wanted = permissions.demand(TABLE);
  const card = await screen.findByRole("region", { name: "Allow this version to do more?" });
  expect(card.textContent).toContain("tides.test");
  await press("Don’t allow");
  await expect(wanted).rejects.toThrow("The user did not allow it.");
  await expect(permissions.demand(TABLE)).rejects.toThrow("did not allow");
  await press("Ask me again");
  void permissions.demand(TABLE);
  expect(await screen.findByRole("region", { name: /^Allow this/ })).toBeTruthy();
});

const click = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

test("the permissions view shows why storing a permission failed, and the user can allow it again", async () => {
  vi.useFakeTimers();
  const { permissions, change } = await drawn(access("asks"));
  let wanted: Promise<void> | undefined;
  await act(async () => {
    wanted = permissions.demand(TABLE);
  });
  await click("Allow");
  expect(change).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(500));
  change.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await click("Allow");
  expect(screen.getByRole("alert").textContent).toBe("Easel cannot be reached. Is it running?");
  const response = gate<Access>();
  change.mockImplementationOnce(() => response.wait);
  await click("Allow");
  await click("Allow");
  await click("Don’t allow");
  expect(change).toHaveBeenCalledTimes(2);
  await act(async () => response.open(access("granted")));
  await wanted;
  expect(screen.queryByRole("region")).toBeNull();
});

describe("the question whether to allow a tool call", () => {
  const question = { tool: "weigh", title: "Weigh", input: { thing: "<b>tent</b>" }, token: "t" };
  async function asked(rest: Partial<ToolQuestion> = {}) {
    vi.useFakeTimers();
    const { permissions } = await drawn(access("asks"));
    let decision: Promise<string> | undefined;
    act(() => {
      decision = permissions.ask({ ...question, ...rest }).catch((error: Error) => error.message);
    });
    act(() => vi.advanceTimersByTime(500));
    return { permissions, said: decision };
  }

  test("shows the whole input, and is allowed once, always or not", async () => {
    for (const [name, expected] of [
      ["Allow", "once"],
      ["Always allow", "always"],
      ["Don’t allow", "The user did not allow it."],
    ] as const) {
      const { said: decision } = await asked();
      expect(screen.getByRole("region").textContent).toContain('weigh {\n  "thing": "<b>tent</b>"\n}');
      await click(name);
      expect(await decision).toBe(expected);
      cleanup();
    }
  });

  test("can only be allowed once if the server gives a reason, which is shown", async () => {
    const acts = [{ what: "It would send a mail to ann@example.com", sends: "Hello Ann" }];
    for (const [rest, expected] of [
      [{ why: "It costs money." }, "It costs money."],
      [{ acts }, "It would send a mail to ann@example.comHello Ann"],
      [{ origins: ["https://tides.test"] }, "tides.test"],
    ] as const) {
      await asked(rest as Partial<ToolQuestion>);
      expect(screen.getByRole("region").textContent).toContain(expected);
      expect(screen.queryByRole("button", { name: "Always allow" })).toBeNull();
      cleanup();
    }
  });

  test("ignores a click that may have been meant for previous content", async () => {
    const { permissions } = await asked();
    void permissions.ask({ ...question, token: "next" });
    act(() => permissions.answer("once"));
    expect(screen.getByRole("button", { name: "Allow" })).toHaveProperty("disabled", true);
    await click("Allow");
    expect(permissions.state().question?.token).toBe("next");
  });

  test("is shown after the question about permissions is answered", async () => {
    const { permissions } = await asked();
    await act(async () => void permissions.demand(TABLE));
    expect(screen.getAllByRole("region")).toHaveLength(1);
    expect(screen.getByRole("region", { name: "Allow this component to do this?" })).toBeTruthy();
  });
});

test("uses that the settings forbid have no button, and uses known only at run time are listed", async () => {
  const denied: Access["uses"][number] = {
    use: { kind: "tool", name: "mail" },
    state: "denied",
    label: "use the tool mail",
  };
  await drawn({ ...access("asks"), uses: [denied], open: ["tool", "file"] });
  fireEvent.click(screen.getByRole("button", { name: "No permissions yet" }));
  const list = await screen.findByRole("dialog");
  expect(list.textContent).toContain("use the tool mail (blocked in settings)");
  expect(list.textContent).toContain("Asks for other tools and files while running.");
  expect(within(list).queryByRole("button")).toBeNull();
});
