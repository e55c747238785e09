import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { UserMessage } from "./user-message";

const program = { tokenId: "t", name: "Robot", toolset: null as string | null, tools: null };

function draw(metadata?: object) {
  const message = {
    ...{ id: "m", role: "user" as const, metadata },
    parts: [{ type: "text" as const, text: "Is it warm?" }],
  };
  return drawPage(<UserMessage message={message} />, { server: new FakeServer() });
}

it("names the program that wrote a message, and shows it as a message", async () => {
  draw({ program });
  await screen.findByText("From the program Robot");
  screen.getByRole("heading", { name: "The program said" });
  screen.getByText("Is it warm?");
});

it("shows a call that a program made over MCP as a line", async () => {
  draw({ program: { ...program, toolset: "state" } });
  await screen.findByRole("heading", { name: "Program call" });
  expect(screen.queryByText("From the program Robot")).toBeNull();
});

it("names no program for a message of the user", () => {
  draw();
  screen.getByRole("heading", { name: "You said" });
  expect(screen.queryByText(/From the program/)).toBeNull();
});
