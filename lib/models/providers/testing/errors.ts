import { APICallError } from "ai";

type Headers = Record<string, string>;

export function answered(statusCode: number, body: unknown, responseHeaders: Headers = {}): APICallError {
  const responseBody = JSON.stringify(body);
  const message = /"message":"((?:[^"\\]|\\.)*)"/.exec(responseBody)?.[1] ?? "Error";
  const url = "https://api.example.com/v1";
  return new APICallError({ message, statusCode, responseHeaders, responseBody, url, requestBodyValues: {} });
}

export const openai = (status: number, message: string, code: string | null = null, headers?: Headers) =>
  answered(status, { error: { message, type: "invalid_request_error", param: null, code } }, headers);

export const anthropic = (
  status: number,
  type: string,
  message: string,
  rest: object = {},
  headers?: Headers,
) => answered(status, { type: "error", error: { type, message, ...rest }, request_id: "req_1" }, headers);

export const google = (status: number, name: string, message: string, ...details: object[]) =>
  answered(status, { error: { code: status, message, status: name, details } });

export const QUOTA =
  "You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.";
export const quota = (quotaId: string) => ({
  "@type": "type.googleapis.com/google.rpc.QuotaFailure",
  violations: [{ quotaId, quotaValue: "15" }],
});
export const retryIn = (retryDelay: string) => ({
  "@type": "type.googleapis.com/google.rpc.RetryInfo",
  retryDelay,
});
export const reason = (name: string) => ({
  "@type": "type.googleapis.com/google.rpc.ErrorInfo",
  reason: name,
});
