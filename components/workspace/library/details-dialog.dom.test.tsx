import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago } from "@/components/client/testing/samples";
import type { Component } from "@/lib/shared/components/contract";
import { DetailsDialog } from "./details-dialog";

const BOARD: Component = {
  ...{ name: "My board", description: "Sorts ideas", code: "export default 1" },
  ...{ props_schema: { type: "object" }, version: 4, updatedAt: ago(60) },
};
const ROUTE = "PATCH /api/components/My%20board";

function draw(answer: (body: unknown) => unknown = () => ({ ...BOARD, version: 5 })) {
  const sent: unknown[] = [];
  const server = new FakeServer().on(ROUTE, ({ body }) => {
    sent.push(body);
    return answer(body);
  });
  const [onSaved, onClose] = [vi.fn(), vi.fn()];
  drawPage(<DetailsDialog component={BOARD} onSaved={onSaved} onClose={onClose} />, { server });
  return { server, sent, onSaved, onClose };
}

const description = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Description/ });
const props = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Props/ });
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("description and props of a component", () => {
  it("are saved as a change of the loaded version, which closes the dialog", async () => {
    const { sent, onSaved, onClose } = draw();
    write(description(), "  Sorts by value  ");
    write(props(), '{"type":"object","properties":{"rows":{"type":"array"}}}');
    press("Save");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    const props_schema = { type: "object", properties: { rows: { type: "array" } } };
    expect(sent).toEqual([{ description: "Sorts by value", props_schema, version: 4 }]);
    expect(onSaved).toHaveBeenCalledWith({ ...BOARD, version: 5 });
  });

  it("remove the props schema when its field is empty", async () => {
    const { sent, onClose } = draw();
    write(props(), " \n ");
    press("Save");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toMatchObject([{ props_schema: null }]);
  });

  it("are not sent while invalid, with an error at each field", () => {
    const { sent, onClose } = draw();
    write(description(), "  ");
    write(props(), '{"type":');
    press("Save");
    screen.getByText("Describe in a sentence what the component does");
    screen.getByText(/^Invalid JSON/);
    for (const wrong of ["[1]", '"text"', "null", "3"]) {
      write(props(), wrong);
      press("Save");
      expect(props().getAttribute("aria-invalid")).toBe("true");
    }
    expect(sent).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it("are sent once despite repeated clicks", async () => {
    const answer = gate<unknown>();
    const { sent, onClose } = draw(() => answer.wait);
    press("Save");
    press("Save");
    answer.open(BOARD);
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
    expect(sent).toHaveLength(1);
  });

  it("are kept on a version conflict, which overwrites nothing", async () => {
    const { onSaved, onClose } = draw(() => refusal(409, "Another version is live.", { version: 6 }));
    write(description(), "Mine");
    press("Save");
    await screen.findByText(/another version is live/);
    expect(description().value).toBe("Mine");
    expect(screen.queryByRole("button", { name: "Save anyway" })).toBeNull();
    expect(onSaved).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it("are kept when the server fails and saved on retry", async () => {
    const { server, onClose } = draw(() => refusal(500, "The disk is full."));
    write(description(), "Mine");
    press("Save");
    await screen.findByText("Not saved. The disk is full.");
    server.lose(ROUTE);
    press("Save");
    await screen.findByText(/^Not saved\. Easel cannot be reached/);
    expect(description().value).toBe("Mine");
    const sent: unknown[] = [];
    server.on(ROUTE, ({ body }) => {
      sent.push(body);
      return BOARD;
    });
    press("Save");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toMatchObject([{ description: "Mine" }]);
  });

  it("can be saved despite a failed trial after a warning", async () => {
    const details = { gate: { verdict: "failed", message: "rows is undefined" } };
    const { sent, onClose } = draw((body) =>
      (body as { accept?: boolean }).accept ? BOARD : refusal(422, "It failed.", details),
    );
    press("Save");
    await screen.findByText(/test failed with these props\. rows is undefined/);
    press("Save anyway");
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent.map((one) => (one as { accept?: boolean }).accept)).toEqual([undefined, true]);
  });

  it("are discarded by Escape and Cancel", () => {
    const { sent, onClose } = draw();
    write(description(), "Mine");
    fireEvent.keyDown(description(), { key: "Escape" });
    press("Cancel");
    expect(onClose).toHaveBeenCalledTimes(2);
    expect(sent).toEqual([]);
  });
});
