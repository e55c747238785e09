import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import { RunSheet } from "./run-sheet";

const tool = (schema: Record<string, unknown>): AgentTool => ({
  ...{ name: "half", description: "Halves", code: "return 1", limits: null, enabled: true },
  ...{ version: 2, updatedAt: NOW, parameter_schema: schema },
});
const NUMBER = {
  ...{ type: "object", required: ["n"] },
  properties: { n: { type: "number", default: 8 }, note: { type: "string" } },
};
const ROUTE = "POST /api/agent-tools/half/run";
const run = () => fireEvent.click(screen.getByRole("button", { name: "Run" }));
const came = () => screen.getByRole("status").textContent;

it("the run sheet runs the tool with the values of the form, and shows its result and logs", async () => {
  const sent: unknown[] = [];
  const server = new FakeServer().on(ROUTE, ({ body }) => {
    sent.push(body);
    return { result: 4, logs: ["halving 8", "done"] };
  });
  drawPage(<RunSheet tool={tool(NUMBER)} isDirty={false} />, { server });
  screen.getByText("Really runs.");
  run();
  await screen.findByText("Returned a result");
  expect(sent).toEqual([{ args: { n: 8 } }]);
  screen.getByText("2 lines of logs");
  screen.getByText("halving 8");
});

it("the run sheet does not run with invalid values, and shows errors only after the attempt", async () => {
  const { server } = drawPage(<RunSheet tool={tool(NUMBER)} isDirty={false} />);
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "n" });
  expect(field.getAttribute("aria-invalid")).not.toBe("true");
  fireEvent.change(field, { target: { value: "eight" } });
  run();
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(server.asked).toEqual([]);
  expect(field.value).toBe("eight");
});

it("the run sheet runs a tool without parameters once despite repeated clicks", async () => {
  const answer = gate<unknown>();
  const sent: unknown[] = [];
  const server = new FakeServer().on(ROUTE, ({ body }) => {
    sent.push(body);
    return answer.wait;
  });
  drawPage(<RunSheet tool={tool({ type: "object", properties: {} })} isDirty />, { server });
  screen.getByText("No parameters");
  screen.getByText("Runs version 2 without your changes.");
  run();
  run();
  answer.open({ result: 3, logs: [] });
  await screen.findByText("Returned a result");
  screen.getByText("3");
  expect(sent).toEqual([{ args: {} }]);
});

it("the run sheet shows the error and the logs of a failed run, a conflict, and a network error", async () => {
  const server = new FakeServer().on(ROUTE, () =>
    refusal(422, "TypeError: n is not a number", { logs: ["halving undefined"] }),
  );
  drawPage(<RunSheet tool={tool({})} isDirty={false} />, { server });
  run();
  await screen.findByText("It failed");
  expect(came()).toContain("TypeError: n is not a number");
  screen.getByText("1 line of logs");
  server.on(ROUTE, () => refusal(409, "Version 3 is live.", { version: 3 }));
  run();
  await waitFor(() => expect(came()).toContain("The tool changed. Run it again."));
  expect(came()).not.toContain("halving");
  server.lose(ROUTE);
  run();
  await waitFor(() => expect(came()).toContain("Easel cannot be reached."));
});
