import { expect, test } from "./fixtures.ts";
import { unharmed } from "./hostile-after.ts";
import { CASES } from "./hostile-cases.ts";
import { pageHeaders } from "./page-proof.ts";
import { raw } from "./raw.ts";

unharmed();

for (const [what, cases] of Object.entries(CASES)) {
  test(`${what} return an error with the reason and the remedy`, async ({ easel }) => {
    const page = await pageHeaders(easel.url);
    for (const [wanted, status, says] of cases) {
      const sent = { ...wanted, headers: { ...page, ...wanted.headers } };
      const name = `${sent.method ?? "GET"} ${sent.path.slice(0, 80)} ${String(sent.body ?? "").slice(0, 80)}`;
      const answer = await raw(easel.url, sent);
      expect.soft([name, answer.status, answer.type]).toEqual([name, status, "application/json"]);
      const { error } = answer.status === status ? JSON.parse(answer.text) : { error: {} };
      expect
        .soft(error, name)
        .toMatchObject({ code: expect.any(String), message: expect.stringMatching(says) });
      expect.soft(answer.text, name).not.toMatch(/node_modules|\.[jt]s:\d|\n\s+at |PostgresError|Zod/);
    }
  });
}
