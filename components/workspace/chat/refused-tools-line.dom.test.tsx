import { render, screen } from "@testing-library/react";
import { it } from "vitest";
import { RefusedToolsLine } from "./messages/agent-message";

it("the line names the refused tools and their server, at most five", () => {
  const tools = Array.from({ length: 6 }, (_, n) => ({ name: `house_t${n}`, server: "house" }));
  render(<RefusedToolsLine tools={tools} />);
  screen.getByText(
    "Left out, refused by the model provider: house_t0, house_t1, house_t2, house_t3, house_t4, and 1 more of house",
  );
});
