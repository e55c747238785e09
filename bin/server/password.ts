import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import nextEnv from "@next/env";
import type { Sql } from "postgres";
import { readEnv } from "../../lib/ground/base/env.ts";
import { hashPassword } from "../../lib/ground/base/password-hash.ts";
import { AppError } from "../../lib/shared/errors.ts";
import { OWNER_ID } from "../../lib/shared/members/roles.ts";
import { connect } from "../../lib/store/connection.ts";
import { explainDatabase } from "../../lib/store/database-failure.ts";
import { launch } from "../../lib/store/embedded/launch.ts";
import { migrate } from "../../lib/store/migrate.ts";
import { say } from "./progress.ts";

const BYTES = 12;
const WITHOUT = "--no-second-factor";

type Member = { id: string; name: string; hasTwoFactors: boolean };

let stop = async () => {};
try {
  await main();
} catch (error) {
  const isExpected = error instanceof AppError;
  process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 1;
} finally {
  await stop();
}
process.exit();

/**
 * Stores a new random password of the owner, or of the member with the given email address, and ends their sessions.
 * Running servers see it within two seconds.
 */
async function main(): Promise<void> {
  process.env.EASEL_ROOT = join(import.meta.dirname, "../..");
  nextEnv.loadEnvConfig(process.env.EASEL_ROOT, false, { info: say, error: say });
  const { email, isWithout } = readArguments();
  const env = readEnv();
  if (!env.DATABASE_URL) {
    const server = await launch({ dataDir: env.EASEL_DATA_DIR, log: say });
    stop = server.stop;
    process.env.DATABASE_URL = server.url;
  }
  const url = process.env.DATABASE_URL ?? "";
  await migrate(url, { log: say });
  const password = randomBytes(BYTES).toString("base64url");
  const hash = await hashPassword(password);
  const sql = connect(url, { max: 1 });
  try {
    const member = await findMember(sql, email);
    const isOwner = member.id === OWNER_ID;
    if (isOwner && env.EASEL_PASSWORD !== undefined)
      throw new AppError(
        "conflict",
        "EASEL_PASSWORD sets the password. Change it there, then restart Easel.",
      );
    await store(sql, { member, hash, isWithout });
    report(member, password, isWithout);
  } catch (error) {
    throw error instanceof AppError ? error : explainDatabase(error, url);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

function readArguments(): { email: string | null; isWithout: boolean } {
  try {
    const { values, positionals } = parseArgs({
      options: { "no-second-factor": { type: "boolean", default: false } },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new Error("more than one address");
    return {
      email: positionals[0]?.trim().toLowerCase() ?? null,
      isWithout: values["no-second-factor"],
    };
  } catch (cause) {
    throw new AppError("invalid", `Use: npm run password -- [EMAIL] [${WITHOUT}]`, { cause });
  }
}

async function findMember(sql: Sql, email: string | null): Promise<Member> {
  const [member] = await sql<Member[]>`
    select id, name, totp is not null as "hasTwoFactors" from members
    where removed_at is null and ${email === null ? sql`role = 'owner'` : sql`email = ${email}`}`;
  if (member) return member;
  const all = await sql<{ email: string }[]>`
    select email from members where removed_at is null and email is not null order by email limit 50`;
  const known = all.map((one) => `  ${one.email}`).join("\n");
  throw new AppError("not_found", `No member has the email ${email}. Members:\n${known || "  none"}`);
}

type Change = { member: Member; hash: string; isWithout: boolean };

async function store(sql: Sql, { member, hash, isWithout }: Change): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`delete from sessions where member_id = ${member.id}`;
    if (member.id === OWNER_ID)
      await tx`
        insert into passwords (id, hash) values (1, ${hash})
        on conflict (id) do update set hash = excluded.hash, changed_at = now()`;
    else await tx`update members set password_hash = ${hash} where id = ${member.id}`;
    if (isWithout)
      await tx`update members set totp = null, totp_used = null, recovery_codes = '{}' where id = ${member.id}`;
  });
}

function report({ id, name, hasTwoFactors }: Member, password: string, isWithout: boolean): void {
  const whose = id === OWNER_ID ? "" : ` of ${name || "the member"}`;
  const lines = [
    `The new password${whose} is ${password}`,
    "Sign in with it, then change it in Settings → General",
    ...(hasTwoFactors && isWithout ? ["The second factor is off"] : []),
    ...(hasTwoFactors && !isWithout ? [`The second factor is still on. ${WITHOUT} switches it off`] : []),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}
