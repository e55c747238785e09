import { readFileSync } from "node:fs";
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ApiReference } from "./api-reference";
import { typeText } from "./type-text";

const openapi: { paths: Record<string, object> } = JSON.parse(
  readFileSync("lib/doors/api/openapi.json", "utf8"),
);

const draw = () =>
  drawPage(<ApiReference address="http://easel.test/api/openapi.json" />, {
    server: new FakeServer().on("GET /api/openapi.json", () => openapi),
  });

describe("the reference of the HTTP API", () => {
  it("lists the operations of the document by tag, and finds them by words", async () => {
    draw();
    await screen.findByRole("heading", { name: "Chat" });
    const count = Object.values(openapi.paths).flatMap((methods) => Object.keys(methods)).length;
    expect(screen.getAllByRole("listitem")).toHaveLength(count);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "put state" } });
    await screen.findByText("Sets the value of a key.");
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "zeppelin" } });
    await screen.findByText("No operation contains these words.");
  });

  it("shows the scope, the parameters, the body and the responses of an operation", async () => {
    draw();
    fireEvent.click(await screen.findByText("Renames a board or arranges its tiles."));
    screen.getByText("Token with the scope write");
    const text = document.body.textContent ?? "";
    expect(text).toContain("Needs the right to edit the agent.");
    expect(text).toMatch(/\/\/ Parameters\s+id: string/);
    expect(text).toContain("// Body, application/json");
    expect(text).toContain("version: number;");
    fireEvent.click(screen.getByText("Creates an access token."));
    screen.getByText("No token");
  });
});

describe("typeText", () => {
  it("writes a recursive schema once", () => {
    const schemas = {
      Node: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string" },
          kind: { enum: ["a", "b"] },
          nodes: { type: "array", items: { $ref: "#/components/schemas/Node" } },
        },
      },
    };
    expect(typeText({ $ref: "#/components/schemas/Node" }, schemas)).toBe(
      '{\n  name: string;\n  kind?: "a" | "b";\n  nodes?: Node[];\n}',
    );
  });

  it("writes unions, records and unknown values", () => {
    const items = { anyOf: [{ type: "string" }, { type: "null" }] };
    expect(typeText({ type: "array", items }, {})).toBe("(string | null)[]");
    expect(typeText({ type: "object", additionalProperties: { type: "integer" } }, {})).toBe(
      "Record<string, number>",
    );
    expect(typeText({}, {})).toBe("unknown");
  });
});
