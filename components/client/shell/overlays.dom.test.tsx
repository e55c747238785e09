import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { drawPage } from "@/components/client/testing/page";
import { notify } from "@/components/ui/kit/notify";
import { Overlays } from "./overlays";

const draw = () =>
  drawPage(
    <>
      <button type="button" data-tip="Copy the answer">
        copy
      </button>
      <Overlays />
    </>,
  );

it("the first notification mounts the list of notifications, even without a press before", async () => {
  draw();
  expect(screen.queryByLabelText(/^Notices/)).toBeNull();
  await notify("A job has failed");
  await screen.findByText("A job has failed");
});

it("the first press of a key mounts the list of notifications before there is any notification", async () => {
  draw();
  fireEvent.keyDown(document.body, { key: "a" });
  await screen.findByLabelText(/^Notices/);
});

it("the tooltip that causes the code of tooltips to load is shown", async () => {
  draw();
  fireEvent(
    screen.getByText("copy"),
    new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }),
  );
  expect((await screen.findByRole("tooltip")).textContent).toBe("Copy the answer");
});
