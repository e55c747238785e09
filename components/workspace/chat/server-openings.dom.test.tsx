import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ServerOpenings } from "./server-openings";

const view = {
  ...{ title: "House", transport: "http", url: "https://house.example", command: null, args: [] },
  ...{ headers: [], env: [], enabled: true, status: "connected", error: null, instructions: null },
  ...{
    protocolVersion: null,
    connectedAt: null,
    tools: [],
    resources: false,
    leftOut: [],
    mended: [],
    newInstructions: null,
    tokens: 0,
    changes: [],
  },
};
const described = { title: "Review", description: null };

const serving = (prompts: object[]) =>
  new FakeServer()
    .on("GET /api/mcp", () => ({
      servers: [
        { ...view, id: "house", prompts: true },
        { ...view, id: "shed", prompts: false },
      ],
    }))
    .on("GET /api/mcp/house/prompts", () => ({ prompts }));

it("ServerOpenings offers prompts of servers and inserts one in a new conversation", async () => {
  const server = serving([{ name: "review", ...described, arguments: [] }]);
  server.on("POST /api/mcp/house/prompts", () => ({ text: "Review it." }));
  const { router } = drawPage(<ServerOpenings />, { server });
  fireEvent.click(await screen.findByRole("button", { name: "House: Review" }));
  await waitFor(() => expect(router.push).toHaveBeenCalled());
});

it("ServerOpenings asks for the arguments of a prompt", async () => {
  const argument = { name: "tone", title: "Tone", description: null, required: true };
  drawPage(<ServerOpenings />, {
    server: serving([{ name: "review", ...described, arguments: [argument] }]),
  });
  fireEvent.click(await screen.findByRole("button", { name: "House: Review" }));
  await screen.findByLabelText(/Tone/);
});

it("ServerOpenings renders nothing if no server has prompts", async () => {
  const server = serving([]);
  const { container } = drawPage(<ServerOpenings />, { server });
  await waitFor(() => expect(server.count("GET /api/mcp/house/prompts")).toBe(1));
  expect(container.textContent).toBe("");
});
