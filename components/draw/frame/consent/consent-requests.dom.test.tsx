import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/components/client/request";
import type { SurfaceMay } from "@/lib/shared/components/surface";
import { Consent } from "./consent";
import { ConsentRequests } from "./consent-requests";

let consent: Consent;
let may: SurfaceMay;
const allow = vi.fn<(deed: string) => Promise<void>>();
const state = { watch: vi.fn(), unwatch: vi.fn(), set: vi.fn(), close: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  may = { writes: "ask", says: "ask", answers: "ask" };
  allow.mockReset().mockResolvedValue();
  consent = new Consent({ readWeb: ["https://tides.test"], look: async () => may, allow });
  render(<ConsentRequests consent={consent} />);
});

const write = (values: Record<string, unknown>) =>
  act(async () => consent.write(state, 1, Object.entries(values)));
const card = (name: string | RegExp) => within(screen.getByRole("region", { name }));
/** Waits until a new question is enabled, which takes half a second. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(500));
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

it("the question shows writes by key, and applies them when the user allows", async () => {
  await write({ tide: 1, note: "<b>high</b>", none: undefined });
  const asked = card("Allow changing 3 values of the agent’s state?");
  expect(asked.getAllByRole("term").map((key) => key.textContent)).toEqual(["tide", "note", "none"]);
  expect(asked.getAllByRole("definition").map((value) => value.textContent)).toEqual([
    "1",
    '"<b>high</b>"',
    "null",
  ]);
  expect(asked.getByText(/tides\.test/)).toBeTruthy();
  await settle();
  await press("Allow");
  expect(allow).toHaveBeenCalledExactlyOnceWith("writes");
  expect(state.set.mock.lastCall?.[1]).toHaveLength(3);
  expect(screen.queryByRole("region")).toBeNull();
});

it("clicks within half a second, perhaps meant for previous content, and second clicks are ignored", async () => {
  await write({ tide: 1 });
  await press("Allow");
  await press("Don’t allow");
  expect(allow).not.toHaveBeenCalled();
  await settle();
  allow.mockReturnValue(new Promise(() => {}));
  await press("Allow");
  await press("Allow");
  await press("Don’t allow");
  expect(allow).toHaveBeenCalledOnce();
  expect(screen.getByRole("region")).toBeTruthy();
});

it("the question shows why storing the permission failed, and the user can allow the writes again", async () => {
  await write({ tide: 1 });
  await settle();
  allow.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await press("Allow");
  expect(screen.getByRole("alert").textContent).toBe("Easel cannot be reached. Is it running?");
  allow.mockRejectedValueOnce(new ApiError(403, "The policy says no.", undefined));
  await press("Allow");
  expect(screen.getByRole("alert").textContent).toBe("The policy says no.");
  expect(state.set).not.toHaveBeenCalled();
  await press("Allow");
  expect(state.set).toHaveBeenCalledOnce();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("the question shows that the user refused, and returns for later writes after “Ask me again”", async () => {
  await write({ tide: 1 });
  await settle();
  await press("Don’t allow");
  expect(screen.getByText(/may not change the agent’s state/)).toBeTruthy();
  await write({ tide: 2 });
  expect(screen.queryByRole("region")).toBeNull();
  await press("Ask me again");
  await write({ tide: 3 });
  expect(card("Allow changing the agent’s state?").getByText("3")).toBeTruthy();
});

it("the question names the setting that forbids writes", async () => {
  may = { ...may, writes: "deny" };
  await write({ tide: 1 });
  expect(screen.getByText(/your settings under Tools/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it("the question shows a message after pending writes, as it will be sent", async () => {
  const decision = consent.say("Delete\n<i>all</i>").catch((error: Error) => error.message);
  await write({ tide: 1 });
  expect(screen.getAllByRole("region")).toHaveLength(1);
  await settle();
  await press("Allow");
  const speech = card("Allow sending this in your name?");
  expect(speech.getByText(/Delete/).textContent).toBe("Delete\n<i>all</i>");
  await settle();
  await press("Don’t allow");
  expect(await decision).toBe("The user did not allow this message.");
});

it("the question truncates a very long value", async () => {
  await write({ tide: "x".repeat(1_000_000) });
  expect(card(/^Allow /).getByText(/^"x+…$/).textContent).toHaveLength(20_001);
});
