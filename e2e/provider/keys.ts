import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { json } from "./formats/collected.ts";

const WRONG = /wrong/;

/**
 * Rejects a wrong key with the error of the provider whose header it was sent in. Returns false if the key is
 * fine.
 */
export function refusesKey(headers: IncomingHttpHeaders, response: ServerResponse): boolean {
  const { authorization = "", "x-api-key": anthropic, "x-goog-api-key": google } = headers;
  if (WRONG.test(String(google))) {
    const message = "API key not valid. Please pass a valid API key.";
    const reason = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" };
    json(response, 400, { error: { code: 400, message, status: "INVALID_ARGUMENT", details: [reason] } });
  } else if (WRONG.test(String(anthropic))) {
    const error = { type: "authentication_error", message: "invalid x-api-key" };
    json(response, 401, { type: "error", error, request_id: "req_script" });
  } else if (WRONG.test(authorization)) {
    const message = "Incorrect API key provided.";
    const error = { message, type: "invalid_request_error", param: null, code: "invalid_api_key" };
    json(response, 401, { error });
  } else return false;
  return true;
}
