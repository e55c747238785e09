import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago } from "@/components/client/testing/samples";
import { RegistryDialog } from "./registry-dialog";

const TAKE = "POST /api/components/registry";
const FIELDS = { description: "Signs in", code: "export default 1", props_schema: null };
const ITEM = { name: "login", ...FIELDS, origins: ["https://ui.test"], bundle: "b", props: {} };

function show(address: string) {
  fireEvent.change(screen.getByLabelText(/Address of the item/), { target: { value: address } });
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
}

it("an item is stored with its origin after the user has seen it", async () => {
  const sent: unknown[] = [];
  const server = new FakeServer()
    .on(TAKE, ({ body }) => {
      sent.push(body);
      return ITEM;
    })
    .on("POST /api/components", ({ body }) => {
      sent.push(body);
      return { ...FIELDS, name: "sign-in", version: 1, updatedAt: ago(0) };
    });
  const onImported = vi.fn();
  drawPage(<RegistryDialog onImported={onImported} onClose={() => {}} />, { server });
  show("https://ui.test/r/login.json");
  fireEvent.change(await screen.findByLabelText(/Name/), { target: { value: "sign-in" } });
  expect(sent).toEqual([{ address: "https://ui.test/r/login.json" }]);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onImported).toHaveBeenCalledWith("sign-in"));
  expect(sent[1]).toEqual({
    ...FIELDS,
    name: "sign-in",
    accept: false,
    from: { origins: ["https://ui.test"] },
  });
});

it("an item that uses what Easel lacks is refused with its name", async () => {
  const message = "Easel lacks what this item uses: framer-motion.";
  const server = new FakeServer().on(TAKE, () => refusal(422, message));
  drawPage(<RegistryDialog onImported={() => {}} onClose={() => {}} />, { server });
  show("https://ui.test/r/login.json");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(message));
});
