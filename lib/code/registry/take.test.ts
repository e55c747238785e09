import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { env } from "@/lib/ground/base/env";
import { testDatabase } from "@/lib/store/testing/database";
import { takeRegistryItem } from "./take";

const file = (path: string, content: string) => ({ path, type: "registry:component", content });
const ITEMS: Record<string, object> = {
  "/r/cart.json": {
    name: "cart",
    type: "registry:block",
    registryDependencies: ["button", "price", "https://ui.shadcn.com/r/styles/new-york-v4/card.json"],
    files: [
      file(
        "registry/cart.tsx",
        'import { Button } from "@/components/ui/button"; import { Price } from "@/components/price"; export default () => <Button><Price /></Button>;',
      ),
    ],
  },
  "/r/price.json": {
    name: "price",
    type: "registry:component",
    files: [file("components/price.tsx", "export const Price = () => <b>4.50 €</b>;")],
  },
  "/r/other.json": { name: "other", type: "registry:block", registryDependencies: ["@acme/box"], files: [] },
  "/r/page.json": { title: "no item" },
};

let database: Awaited<ReturnType<typeof testDatabase>>;
let base = "";
const agent = randomUUID();
const server = createServer(({ url = "" }, response) => {
  response.writeHead(ITEMS[url] ? 200 : 404).end(JSON.stringify(ITEMS[url] ?? {}));
});
beforeAll(async () => {
  database = await testDatabase();
  env().EASEL_EGRESS_ALLOW.push("127.0.0.1");
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  env().EASEL_EGRESS_ALLOW.pop();
  server.close();
  await database.drop();
});

it("an item is fetched with the items that it depends on, and names the sites of its text", async () => {
  const taken = await takeRegistryItem(agent, `${base}/r/cart.json`);
  expect(taken).toMatchObject({ name: "cart", origins: [base], props: {} });
  expect(taken.code).toContain("4.50 €");
  expect(taken.bundle).toMatch(/^[0-9a-f]{64}$/);
});

it("an address without a usable item is refused with the reason", async () => {
  const take = (path: string) => takeRegistryItem(agent, base + path);
  await expect(take("/r/other.json")).rejects.toThrow(
    'Easel lacks what this item uses: the registry item "@acme/box".',
  );
  await expect(take("/r/page.json")).rejects.toThrow(/is no registry item: name/);
  await expect(take("/r/none.json")).rejects.toThrow("responded with status 404");
  await expect(takeRegistryItem(agent, "http://169.254.1.1/r/x.json")).rejects.toThrow(
    /not on the public internet/,
  );
});
