import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "@/components/client/request";
import { drawPage } from "@/components/client/testing/page";
import type { Shown } from "./event-draft";
import { timesOf, useMoving } from "./use-moving";

const at = (time: string) => new Date(`2026-11-05T${time}:00.000Z`);
const DENTIST: Shown = {
  event: { _id: "tooth", title: "Dentist" },
  occurrence: {
    ...{ key: "tooth", event: 0, start: "2026-11-05T09:00:00Z", end: "2026-11-05T10:00:00Z" },
    ...{ allDay: false, original: null },
  },
};
const RUN: Shown = {
  event: { _id: "run", title: "Run" },
  occurrence: { ...DENTIST.occurrence, original: "2026-11-05" },
};
const dropped = (extendedProps: Record<string, unknown>) => ({
  event: { start: at("14:00"), end: at("15:00"), startStr: "", endStr: "", allDay: false, extendedProps },
  revert: vi.fn(),
});

/**
 * Renders a calendar in which the event of `info` was dragged, with buttons to choose which events of the
 * series to move.
 */
function drawMoving(info: ReturnType<typeof dropped>, change = vi.fn(async () => {})) {
  const say = vi.fn();
  function Calendar() {
    const { moved, move, place, putBack } = useMoving({ change }, "UTC", say);
    return (
      <>
        <button type="button" onClick={() => move(info)}>
          Drop
        </button>
        {moved && (
          <>
            <button type="button" onClick={() => void place(moved, "following")}>
              Following
            </button>
            <button type="button" onClick={putBack}>
              Cancel
            </button>
          </>
        )}
      </>
    );
  }
  drawPage(<Calendar />);
  return { change, say };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const STORED = {
  ...{ start: { $date: "2026-11-05T14:00:00Z" }, end: { $date: "2026-11-05T15:00:00Z" }, allDay: null },
};

describe("a dragged event", () => {
  it("is saved at once and reported", async () => {
    const info = dropped({ shown: DENTIST });
    const { change, say } = drawMoving(info);
    press("Drop");
    await waitFor(() =>
      expect(say).toHaveBeenCalledWith("Dentist: Thu 5 Nov, 09:00 → Thu 5 Nov, 14:00", true),
    );
    expect(change.mock.calls).toEqual([[DENTIST, "this", STORED]]);
    expect(info.revert).not.toHaveBeenCalled();
  });

  it("is reported with its new end if only that changed", async () => {
    const info = dropped({ shown: DENTIST });
    info.event.start = at("09:00");
    const { say } = drawMoving(info);
    press("Drop");
    await waitFor(() => expect(say).toHaveBeenCalledWith("Dentist: until Thu 5 Nov, 15:00", true));
  });

  it("is moved back with an error if the request is rejected", async () => {
    const info = dropped({ shown: DENTIST });
    const refused = new ApiError(409, "This event changed since you opened it.", undefined);
    const { say } = drawMoving(
      info,
      vi.fn(() => Promise.reject(refused)),
    );
    press("Drop");
    await waitFor(() =>
      expect(say).toHaveBeenCalledWith("Not moved. This event changed since you opened it."),
    );
    expect(info.revert).toHaveBeenCalledOnce();
  });

  it("of a series is saved once the user chooses which events to move", async () => {
    const info = dropped({ shown: RUN });
    const { change } = drawMoving(info);
    press("Drop");
    expect(change).not.toHaveBeenCalled();
    await act(async () => press("Following"));
    expect(change.mock.calls).toEqual([[RUN, "following", STORED]]);
    expect([info.revert.mock.calls, screen.queryByRole("button", { name: "Cancel" })]).toEqual([[], null]);
  });

  it("of a series is moved back if the user cancels that choice", () => {
    const info = dropped({ shown: RUN });
    const { change } = drawMoving(info);
    press("Drop");
    press("Cancel");
    expect([info.revert.mock.calls.length, change.mock.calls]).toEqual([1, []]);
  });

  it("is moved back if it is a job", () => {
    const info = dropped({ job: { id: "j" } });
    const { change } = drawMoving(info);
    press("Drop");
    expect([info.revert.mock.calls.length, change.mock.calls]).toEqual([1, []]);
  });
});

it("timesOf keeps the day of an all-day event in any time zone", () => {
  const day = { start: new Date("2026-11-04T23:00:00Z"), end: null, endStr: "" };
  expect(timesOf({ ...day, startStr: "2026-11-05", allDay: true })).toEqual({
    ...{ start: "2026-11-05", end: null, allDay: true },
  });
  const hours = { start: at("14:00"), end: null, startStr: "2026-11-05T15:00:00+01:00", endStr: "" };
  expect(timesOf({ ...hours, allDay: false })).toEqual({
    ...{ start: "2026-11-05T14:00:00Z", end: null, allDay: false },
  });
});
