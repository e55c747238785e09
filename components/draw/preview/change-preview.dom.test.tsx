import { act, fireEvent, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { framePool } from "@/components/draw/frame/pool";
import type { SurfaceChange } from "@/lib/shared/chat/surfaces/surface-change";
import { ChangePreview } from "./change-preview";

const code = "export default () => <h1>Week</h1>;";
const edits = [{ find: "Week", replace: "Month" }];
const change = (input: object, more: Partial<SurfaceChange> = {}): SurfaceChange => ({
  ...{ id: "m/2", input, isWritten: true },
  ...more,
});

const frame = { preview: vi.fn(), close: vi.fn(), handlers: undefined as never, sheet: undefined };
const ROWS = { '["select 1",[]]': { columns: ["n"], rows: [[1]], truncated: false } };
const handlers = () => frame.handlers as { onPreviewed(isGood: boolean): void };

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(frame, { sheet: undefined });
  vi.spyOn(framePool(), "isApart", "get").mockReturnValue(true);
  vi.spyOn(framePool(), "rowsOf").mockResolvedValue(ROWS);
  vi.spyOn(framePool(), "take").mockReturnValue({ frame: frame as never, isReused: false });
});
afterEach(() => vi.restoreAllMocks());

function draw(surfaceChange: SurfaceChange, input: object = { code, props: { of: "May" } }, isMade = false) {
  const asked: unknown[] = [];
  const server = new FakeServer()
    .on("POST /api/previews", ({ body }) => {
      asked.push(body);
      return { hash: `${asked.length}`, made: { js: "js", css: "" } };
    })
    .on("GET /api/components/Plan", () => ({
      ...{ name: "Plan", description: "A plan", props_schema: null, version: 1, updatedAt: "" },
      code: code.replace("Week", "The Week"),
    }));
  const surface = { kept: "what the sheet keeps" } as never;
  function Surface() {
    const under = useRef<HTMLDivElement>(null);
    const [isShown, setShown] = useState(false);
    return (
      <>
        <div ref={under}>
          <input aria-label="In it" />
        </div>
        <ChangePreview
          change={surfaceChange}
          isMade={isMade}
          input={input}
          shown="m/1/hash"
          sheet={surface}
          under={under}
          {...{ isShown }}
          onShown={setShown}
        />
      </>
    );
  }
  return { asked, sheet: surface, ...drawPage(<Surface />, { server }) };
}

it("an edit is previewed with the surface's props and state until the user presses there", async () => {
  const { asked, sheet: surface, queryByTitle, findByTitle } = draw(change({ edits }));
  await waitFor(() => expect(frame.preview).toHaveBeenCalled());
  expect(asked).toEqual([{ code: code.replace("Week", "Month"), whole: true }]);
  expect(frame.preview).toHaveBeenCalledWith({ js: "js", css: "", props: { of: "May" }, given: ROWS });
  expect(framePool().rowsOf).toHaveBeenCalledWith("m/1/hash");
  expect(frame.sheet).toBe(surface);
  expect(queryByTitle(/^Being changed/)).toBeNull();
  act(() => handlers().onPreviewed(true));
  fireEvent.pointerDown(await findByTitle(/^Being changed/));
  expect(queryByTitle(/^Being changed/)).toBeNull();
  expect(frame.close).toHaveBeenCalled();
});

it("the existing component stays visible while the user works in it", async () => {
  const { getByLabelText, queryByTitle } = draw(change({ edits }));
  await waitFor(() => expect(frame.preview).toHaveBeenCalled());
  getByLabelText("In it").focus();
  act(() => handlers().onPreviewed(true));
  expect(queryByTitle(/^Being changed/)).toBeNull();
});

it("edits are applied to the code of a stored component", async () => {
  const { asked } = draw(change({ name: "Plan", edits }, { name: "Plan" }), { component: "Plan" });
  await waitFor(() => expect(frame.preview).toHaveBeenCalled());
  expect(asked).toEqual([{ code: code.replace("Week", "The Month"), whole: true }]);
});

it("a second frame is kept ready while the call is being written", () => {
  const warm = vi.spyOn(framePool(), "warm").mockReturnValue();
  draw(change({ edits }));
  expect(warm).not.toHaveBeenCalled();
  const { unmount } = draw(change({ edits }, { isWritten: false }));
  expect(warm.mock.calls).toEqual([[2]]);
  unmount();
  expect(warm.mock.calls).toEqual([[2], [1]]);
});

it("no preview is requested once the call has its result", async () => {
  const { asked } = draw(change({ edits }), undefined, true);
  await waitFor(() => expect(framePool().rowsOf).toHaveBeenCalled());
  expect(asked).toEqual([]);
  expect(framePool().take).not.toHaveBeenCalled();
});
