import type { Metadata } from "next";
import { LoginSheet } from "@/app/login/sheet";
import { titled } from "@/app/page-metadata";
import { showInvitation } from "@/lib/platform/sign-in/invitation";
import { t } from "@/lib/shared/i18n/en/signIn";
import { invitationToken, readProblem } from "@/lib/shared/members/sign-in";
import { listOidcProviders } from "@/lib/store/members/oidc-providers";
import { InvitationForm } from "./invitation-form";
import { RenewalForm } from "./renewal-form";

export const generateMetadata = (): Metadata => ({
  ...titled(() => t("joinEasel")),
  // The address contains the token.
  referrer: "no-referrer",
});

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function InvitationPage({ params, searchParams }: Props) {
  const token = invitationToken.safeParse((await params).token).data;
  const shown = token === undefined ? null : await showInvitation(token);
  if (token === undefined || shown === null)
    return (
      <LoginSheet title={t("noInvitation")}>
        <p className="text-ink-2">{t("noInvitationAbout")}</p>
      </LoginSheet>
    );
  const { by, name, email, isRenewal } = shown;
  if (isRenewal)
    return (
      <LoginSheet title={t("setNewPassword")}>
        <RenewalForm token={token} />
      </LoginSheet>
    );
  const problem = readProblem((await searchParams).problem);
  return (
    <LoginSheet title={t("joinEasel")}>
      <p className="mb-4 text-ink-2">{by === "" ? t("youAreInvited") : t("invitedBy", { name: by })}</p>
      <InvitationForm
        {...{ token, name, email }}
        services={(await listOidcProviders()).map(({ id, title }) => ({ id, title }))}
        problem={problem && t(problem)}
      />
    </LoginSheet>
  );
}
