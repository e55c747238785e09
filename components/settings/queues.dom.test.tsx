import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago } from "@/components/client/testing/samples";
import type { QueueView } from "@/lib/shared/jobs/queues";
import { Queues } from "./queues";

const aQueue = (name: string, rest: Partial<QueueView> = {}): QueueView => ({
  ...{ name, title: name, everySeconds: 60, waiting: 0, active: 0, failed: 0 },
  ...{ lastError: null, lastDoneAt: null },
  ...rest,
});

it("the list of queues shows waiting and failed work, and retries failed work", async () => {
  let failed = 2;
  const server = new FakeServer()
    .on("GET /api/queues", () => ({
      queues: [
        aQueue("clock", { waiting: 1 }),
        aQueue("fire", { failed, lastError: { message: "The disk is full.", at: ago(5) } }),
      ],
    }))
    .on("POST /api/queues/fire/retry", () => refusal(503, "The database cannot be reached."));
  drawPage(<Queues />, { server });
  await screen.findByText("1 waiting");
  screen.getByText(/The disk is full/);
  const again = () => fireEvent.click(screen.getByRole("button", { name: "Try “Start due jobs” again" }));
  again();
  await screen.findByText("Not retried. The database cannot be reached.");
  server.on("POST /api/queues/fire/retry", () => {
    failed = 0;
    return { retried: 2 };
  });
  again();
  await waitFor(() => expect(screen.queryByText(/The disk is full/)).toBeNull());
});

it("the list of queues shows an error with retry if loading fails", async () => {
  const server = new FakeServer().lose("GET /api/queues");
  drawPage(<Queues />, { server });
  const button = await screen.findByRole("button", { name: "Try again" });
  server.on("GET /api/queues", () => ({ queues: [aQueue("fire")] }));
  fireEvent.click(button);
  await screen.findByText("Start due jobs");
});
