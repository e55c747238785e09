import { APICallError } from "ai";
import { expect, test } from "vitest";
import { refusedTools } from "./refused-tools";

const failing = (message: string, statusCode = 400) =>
  new APICallError({
    ...{ message, url: "https://api.test/v1", requestBodyValues: {}, statusCode, isRetryable: false },
    responseBody: JSON.stringify({ error: { message } }),
  });

const SENT = ["db_sql", "search", "house_look", "house_billing_list", "double"];
const read = (error: unknown) =>
  refusedTools(error, SENT, new Set(["house_look", "house_billing_list", "double"]));

test.each([
  ["OpenAI by name", "Invalid schema for function 'house_look': [] should be non-empty.", ["house_look"]],
  ["OpenAI by parameter", "Invalid 'tools[2].function.name': string too long.", ["house_look"]],
  ["OpenAI responses", "Invalid type for 'tools[3].parameters'.", ["house_billing_list"]],
  [
    "Anthropic",
    "tools.2.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12",
    ["house_look"],
  ],
  [
    "Gemini, two at once",
    "* GenerateContentRequest.tools[0].function_declarations[3].parameters.properties[e].enum: cannot be empty\n* GenerateContentRequest.tools[0].function_declarations[2].name: invalid",
    ["house_billing_list", "house_look"],
  ],
  ["Vertex", "Invalid JSON payload received at 'tools[0].functionDeclarations[4].parameters'", ["double"]],
  ["Bedrock", "Value at 'toolConfig.tools.2.member.toolSpec.inputSchema' failed", ["house_look"]],
  ["FastAPI", '[{"loc":["body","tools",2,"function"],"msg":"bad"}]', ["house_look"]],
  ["pydantic", "body -> tools -> 4 -> function -> parameters: bad", ["double"]],
  ["name without quotes", "schema of house_look is not supported", ["house_look"]],
  ["words that are also names of tools", "this model cannot double or search", []],
  ["number of tools, not an index", "too many tools: 3 at most", []],
])("finds the refused tools in an error: %s", (_, message, names) => {
  expect(read(failing(message)).named).toEqual(names);
});

test("finds no tool in errors that are not about the request", () => {
  for (const error of [
    failing("'house_look' is slow", 503),
    failing("house_look", 401),
    new Error("house_look"),
  ])
    expect(read(error)).toEqual({ named: [], isAboutTools: false });
  expect(read(failing("Strange field"))).toEqual({ named: [], isAboutTools: false });
  expect(read(failing("a tool's schema is invalid"))).toEqual({ named: [], isAboutTools: true });
});
