import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { TakeBack } from "./take-back";
import { TakeBackBar } from "./take-back-bar";

let takeBack: TakeBack;
beforeEach(() => {
  vi.useFakeTimers();
  takeBack = new TakeBack();
  render(<TakeBackBar takeBack={takeBack} />);
});

type Outcome = { now: string };
function offer(text: string, isSure = true): Outcome {
  const outcome = { now: "waits" };
  const become = (now: string) => void Object.assign(outcome, { now });
  act(() => {
    takeBack.offer(text, isSure).then(
      () => become("sent"),
      (error: Error) => become(error.message),
    );
  });
  return outcome;
}
const bar = () => screen.getByRole("region", { name: /in your name/ });
const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1_000));
const press = async (name: string) => {
  fireEvent.click(screen.getByRole("button", { name }));
  await seconds(0);
};

it("the bar shows the first message, and sends it after some seconds", async () => {
  const outcome = offer("Book it\nfor <b>two</b>");
  expect(within(bar()).getByText(/Book it/).textContent).toBe("Book it\nfor <b>two</b>");
  for (let second = 0; second < 5; second++) await seconds(1);
  expect([screen.getByText(/Sent in/).textContent, outcome.now]).toEqual(["Sent in 1 s", "waits"]);
  await seconds(1);
  expect(outcome.now).toBe("sent");
  expect(screen.queryByRole("region")).toBeNull();
});

it("the bar rejects a cancelled message, and holds the next one again", async () => {
  const outcome = offer("Book it");
  await press("Don’t send");
  expect(outcome.now).toBe("The user cancelled this message.");
  await seconds(10);
  const again = offer("Book it after all");
  expect(bar()).toBeTruthy();
  await press("Send now");
  expect(again.now).toBe("sent");
});

it("later messages are sent at once if a click or key caused them, and all others are held", async () => {
  offer("One");
  await press("Send now");
  const sure = offer("Two");
  await seconds(0);
  expect(sure.now).toBe("sent");
  const unsure = offer("Three", false);
  expect(screen.getByRole("region", { name: "Send this in your name?" })).toBeTruthy();
  expect(screen.queryByText(/Sent in/)).toBeNull();
  await seconds(60);
  expect(unsure.now).toBe("waits");
  await press("Send now");
  expect(unsure.now).toBe("sent");
});

it("the bar rejects a second message while one is held", async () => {
  const first = offer("One");
  const second = offer("Two");
  await seconds(0);
  expect(second.now).toBe("Another message waits for the user to send it.");
  expect(within(bar()).getByText("One")).toBeTruthy();
  expect(first.now).toBe("waits");
});

it("the bar pauses the countdown under the pointer or focus, and in a hidden tab", async () => {
  const outcome = offer("Book it");
  await seconds(1);
  fireEvent.pointerEnter(bar());
  await seconds(20);
  expect(screen.getByText("Paused")).toBeTruthy();
  fireEvent.pointerLeave(bar());
  fireEvent.focus(screen.getByRole("button", { name: "Don’t send" }));
  await seconds(20);
  fireEvent.blur(screen.getByRole("button", { name: "Don’t send" }));
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  await seconds(20);
  hidden.mockRestore();
  expect([outcome.now, screen.getByText(/Sent in/).textContent]).toEqual(["waits", "Sent in 5 s"]);
});
