import { render, screen } from "@testing-library/react";
import { it } from "vitest";
import { SuccessionLine } from "./agent-message";

it("the line about a fallback names the model that answers, the replaced model and the reason", () => {
  const succession = {
    ...{ of: "openai/gpt-5.2", ofName: "GPT-5.2", by: "demo", byName: "Demo" },
    ...{ code: "rate_limited", why: "takes no more requests for now (429)" },
  };
  render(<SuccessionLine succession={succession} />);
  screen.getByText("GPT-5.2 takes no more requests for now (429), so Demo answers.");
});
