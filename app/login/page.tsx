import { redirect } from "next/navigation";
import { titled } from "@/app/page-metadata";
import { nextPath } from "@/lib/platform/access/next-path";
import { passwordSource } from "@/lib/platform/access/password";
import { isSignedIn } from "@/lib/platform/access/session";
import { t } from "@/lib/shared/i18n/en/signIn";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { readProblem } from "@/lib/shared/members/sign-in";
import { listOidcProviders } from "@/lib/store/members/oidc-providers";
import { hasPasskeys } from "@/lib/store/members/passkeys";
import { isAlone, readMember } from "@/lib/store/members/roster";
import { LoginForm } from "./login-form";
import { OtherWays } from "./other-ways";
import { LoginSheet } from "./sheet";

export const metadata = titled(() => t("signIn"));

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LoginPage({ searchParams }: Props) {
  const query = await searchParams;
  const next = nextPath(query.next);
  if (await isSignedIn()) redirect(next);
  const alone = await isAlone();
  const hasEmail = (await readMember(OWNER_ID))?.email != null;
  const problem = readProblem(query.problem);
  const services = (await listOidcProviders()).map(({ id, title }) => ({ id, title }));
  return (
    <LoginSheet title={t("signInToEasel")}>
      <LoginForm next={next} email={alone ? "none" : hasEmail ? "required" : "optional"} />
      <OtherWays
        next={next}
        hasPasskeys={await hasPasskeys()}
        services={services}
        problem={problem && t(problem)}
      />
      {alone && (await passwordSource()) === "settings" && (
        <p className="mt-4 text-meta text-ink-3">
          {t.rich("forgotPassword", {
            command: () => (
              <code key="command" className="font-mono">
                npm run password
              </code>
            ),
          })}
        </p>
      )}
      {!alone && <p className="mt-4 text-meta text-ink-3">{t("askAdmin")}</p>}
    </LoginSheet>
  );
}
