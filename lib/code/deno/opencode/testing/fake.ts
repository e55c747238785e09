import { OPENCODE_MODEL } from "../model";

/*
 * A fake OpenCode with the same HTTP API, which does exactly what the model says. Tests pass Node's binary as
 * OpenCode's. Called with OpenCode's arguments, Node runs the module `serve` of the working directory, under
 * the same confinement as OpenCode.
 */

export const FAKE_BINARY = process.execPath;
/** OpenCode's first argument, so Node looks for a module of this name. */
export const FAKE_NAME = "serve";

/**
 * How the fake differs from OpenCode. "silent" never reports that it is ready, "old" has another version,
 * "broken" exits at the start, "dies" exits at the first message, "hangs" never answers the first message,
 * "floods" writes to its log without end, "other model" keeps requesting another model, "stranger" uses a
 * wrong token, and "links" creates a link to a file outside the folder.
 */
export type Manner =
  | "good"
  | "silent"
  | "old"
  | "broken"
  | "dies"
  | "hangs"
  | "floods"
  | "other model"
  | "stranger"
  | "links";

export const fakeProgram = (manner: Manner = "good", version = "1.18.33"): string => `
const manner = ${JSON.stringify(manner)};
const fs = require("node:fs"), http = require("node:http"), path = require("node:path");
const { options } = JSON.parse(process.env.OPENCODE_CONFIG_CONTENT).provider.easel;
const done = [], said = [];
if (manner === "broken") throw new Error("it cannot be");

async function ask(model, token) {
  const tools = ["write", "read", "bash"].map((name) => ({ type: "function", function: { name } }));
  const response = await fetch(options.baseURL + "/chat/completions", {
    method: "POST",
    headers: { authorization: "Bearer " + token, "content-type": "application/json" },
    body: JSON.stringify({ model, stream: true, messages: said, tools }),
  });
  if (!response.ok) throw new Error("refused with " + response.status);
  const chunks = (await response.text()).split("\\n\\n").filter((line) => line.startsWith("data: {"));
  const deltas = chunks.flatMap((line) => JSON.parse(line.slice(6)).choices.map(({ delta }) => delta));
  const calls = deltas.flatMap(({ tool_calls }) => tool_calls ?? []);
  const content = deltas.map(({ content }) => content ?? "").join("");
  said.push({ role: "assistant", content, ...(calls.length > 0 && { tool_calls: calls }) });
  return calls;
}

function run({ id, function: { name, arguments: json } }) {
  const input = JSON.parse(json);
  let state = { status: "error", error: "There is no such tool" };
  if (name === "write") {
    const file = path.resolve(input.filePath);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, input.content);
    state = { status: "completed", output: "Wrote file successfully." };
  }
  done.push({ type: "tool", callID: id, state });
  said.push({ role: "tool", tool_call_id: id, content: state.output ?? state.error });
}

async function tell(text) {
  said.push({ role: "user", content: text });
  if (manner === "dies") process.exit(1);
  if (manner === "hangs") await new Promise(() => {});
  if (manner === "floods") for (;;) { process.stderr.write("x".repeat(10_000)); await new Promise(setImmediate); }
  if (manner === "links") fs.symlinkSync("/etc/passwd", "main.ts");
  for (;;) {
    if (manner === "other model") await ask("gpt-5", options.apiKey).catch(() => {});
    else if (manner === "stranger") await ask(${JSON.stringify(OPENCODE_MODEL)}, "made up");
    else {
      const calls = await ask(${JSON.stringify(OPENCODE_MODEL)}, options.apiKey);
      if (calls.length === 0) return;
      calls.forEach(run);
    }
  }
}

const bodyOf = async (request) => {
  let text = "";
  for await (const piece of request) text += piece;
  return text && JSON.parse(text);
};
const known = "Basic " + Buffer.from("opencode:" + process.env.OPENCODE_SERVER_PASSWORD).toString("base64");
const server = http.createServer(async (request, response) => {
  const answer = (body, status = 200) => response.writeHead(status).end(JSON.stringify(body));
  if (request.headers.authorization !== known) return answer({}, 401);
  const asked = request.method + " " + request.url;
  const body = await bodyOf(request);
  if (asked === "GET /global/health") return answer({ version: manner === "old" ? "1.0.0" : ${JSON.stringify(version)} });
  if (asked === "POST /session") return answer({ id: "ses_1" });
  if (asked === "GET /session/ses_1/message") return answer([{ parts: done }]);
  if (asked !== "POST /session/ses_1/message") return answer({}, 404);
  try {
    await tell(body.parts[0].text);
    answer({ info: {} });
  } catch (error) {
    answer({ info: { error: { name: "UnknownError", data: { message: error.message } } } });
  }
});
server.listen(0, "127.0.0.1", () => {
  if (manner !== "silent") console.log("opencode server listening on http://127.0.0.1:" + server.address().port);
});
`;
