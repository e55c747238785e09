import { randomUUID } from "node:crypto";
import { codeForVisitors } from "@/lib/code/components/publish";
import { readForVisitor } from "@/lib/data/tables/visitors/read";
import { publicOrigin } from "@/lib/ground/base/env";
import { hashPassword } from "@/lib/ground/base/password-hash";
import { tokenOf } from "@/lib/ground/base/token";
import { whyNotShared } from "@/lib/platform/access/shares";
import type { NewApp } from "@/lib/shared/apps/contract";
import type { ListedApp } from "@/lib/shared/apps/views";
import { AppError, isAppError } from "@/lib/shared/errors";
import { type AppRow, isExpired, listApps, publishApp } from "@/lib/store/apps/apps";
import { sql } from "@/lib/store/db";
import { assertMembers } from "@/lib/store/members/sharing";
import { readSource } from "./source";
import { prepareRules } from "./tables";
import { viewsFor } from "./views";

/** Purpose of the tokens of links. */
const APPS = "apps";

/** Returns the token of the present link of an app. It can be derived again, so that the link can be shown again. */
export const linkToken = ({ id, link }: Pick<AppRow, "id" | "link">): string =>
  tokenOf(APPS, `${id} ${link}`);

export const addressOf = (app: Pick<AppRow, "id" | "link" | "slug" | "audience">): string =>
  `${publicOrigin()}/p/${app.slug}${app.audience === "link" ? `?k=${linkToken(app)}` : ""}`;

/** Publishes the present version of a component. Throws `forbidden` without a password, as links do. */
export async function publish(
  agentId: string,
  memberId: string,
  wanted: NewApp,
): Promise<{ app: AppRow; url: string }> {
  const off = await whyNotShared();
  if (off) throw new AppError("forbidden", off);
  const { slug, title, source, rules, queries, state, passcode, ...door } = wanted;
  await assertMembers(sql(), door.members ?? []);
  const { bundle, props, css: more, origins } = await readSource(agentId, source);
  const checked = await prepareRules(agentId, rules);
  await assertQueries(agentId, checked, queries);
  const { css, script } = await codeForVisitors(bundle);
  const hashed = typeof passcode === "string" ? await hashPassword(passcode) : passcode;
  const app = await publishApp(
    { ...door, id: randomUUID(), agentId, slug, title, source, memberId, passcode: hashed },
    { title, bundle, props, rules: checked, queries, state, script, css: css + more, origins, memberId },
  );
  return { app, url: addressOf(app) };
}

/** Throws for a query that visitors could not run. */
async function assertQueries(
  agentId: string,
  rules: NewApp["rules"],
  queries: readonly string[],
): Promise<void> {
  const views = await viewsFor(agentId, rules, randomUUID());
  for (const sql of queries) {
    const once = { sql, params: null, maxRows: 1, maxChars: 100_000 };
    await readForVisitor(agentId, once, views).catch((error) => {
      throw isAppError(error) ? unfit(sql, error) : error;
    });
  }
}

const unfit = (sql: string, error: AppError) =>
  new AppError("invalid", `Visitors could not run this query: ${sql.slice(0, 300)}\n${error.message}`);

export async function listPublishedApps(agentId: string): Promise<ListedApp[]> {
  const all = await listApps(agentId);
  return all.map(({ app, versions, visitors, writes }) => ({
    ...{ id: app.id, slug: app.slug, title: app.title, source: app.source },
    ...{ audience: app.audience, members: app.members },
    version: isExpired(app) ? null : app.version,
    versions: versions.map(({ number, title, createdAt }) => ({ number, title, createdAt })),
    rules: versions.find(({ number }) => number === app.version)?.rules ?? null,
    ...{ expiresAt: app.expiresAt, hasPasscode: app.passcode !== null, maxVisits: app.maxVisits },
    ...{
      visits: app.visits,
      visitors,
      writes,
      embed: app.embed,
      quotas: app.quotas,
      url: addressOf(app),
      createdAt: app.createdAt,
    },
  }));
}
