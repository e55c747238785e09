type Init = Omit<RequestInit, "body"> & { body?: unknown; headers?: Record<string, string> };

/** Creates a test request like a client other than a browser. A body that is not a string is sent as JSON. */
export function testRequest(path: string, { body, headers, ...init }: Init = {}): Request {
  return new Request(`http://localhost:3000${path}`, {
    ...init,
    body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    headers: {
      host: "localhost:3000",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
  });
}

export async function answer(response: Response) {
  return { status: response.status, ...(await response.json()) };
}
