import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import { NewTool } from "./new-tool";

const name = () => screen.getByLabelText<HTMLInputElement>(/^Name/);
const about = () => screen.getByLabelText<HTMLInputElement>(/^What it does/);
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const create = () => fireEvent.click(screen.getByRole("button", { name: "Create" }));
const draw = (server = new FakeServer(), onClose = vi.fn()) => ({
  ...drawPage(<NewTool onClose={onClose} />, { server }),
  onClose,
});

it("the form of a new tool shows missing fields without sending a request", async () => {
  const { server } = draw();
  write(name(), "Loaves to bake");
  create();
  await screen.findByText(/^A name starts with a lowercase letter/);
  screen.getByText("Describe in a sentence what the tool does");
  expect(name().getAttribute("aria-invalid")).toBe("true");
  expect(server.asked).toEqual([]);
});

it("the form of a new tool creates the tool once despite repeated clicks, and opens its code", async () => {
  const made = gate<unknown>();
  const sent: { name: string; description: string; code: string }[] = [];
  const server = new FakeServer().on("POST /api/agent-tools", ({ body }) => {
    sent.push(body as (typeof sent)[number]);
    return made.wait;
  });
  const { router } = draw(server);
  write(name(), " loaves ");
  write(about(), "Counts loaves");
  create();
  create();
  await waitFor(() => expect(sent).toHaveLength(1));
  made.open({ ...sent[0], limits: null, enabled: true, version: 1, updatedAt: NOW });
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/agent/tools/loaves#code"));
  expect(sent).toMatchObject([{ name: "loaves", description: "Counts loaves" }]);
  expect(sent[0]?.code).toContain("return ");
});

it("the form keeps the input and shows the server's reason for refusing it, until the next try", async () => {
  const server = new FakeServer().on("POST /api/agent-tools", () => refusal(409, "There is a tool loaves."));
  const { router } = draw(server);
  write(name(), "loaves");
  write(about(), "Counts loaves");
  create();
  await screen.findByText("Not created. There is a tool loaves.");
  expect([name().value, about().value]).toEqual(["loaves", "Counts loaves"]);
  write(name(), "9 loaves");
  create();
  await screen.findByText(/^A name starts with a lowercase letter/);
  expect(screen.queryByText(/^Not created/)).toBeNull();
  expect(router.push).not.toHaveBeenCalled();
});

it("the form of a new tool closes on Escape and on cancel", () => {
  const { onClose } = draw();
  fireEvent.keyDown(name(), { key: "Escape" });
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledTimes(2);
});
