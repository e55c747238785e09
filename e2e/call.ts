export async function call(url: string, method: string, path: string, body?: unknown) {
  const sent = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(url + path, { method, ...(body === undefined ? {} : sent) });
  const text = await response.text();
  return { status: response.status, body: text && JSON.parse(text) };
}
