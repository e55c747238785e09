"use client";

import { useQuery } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Skeleton } from "@/components/ui/skeleton";
import { t as clientText } from "@/lib/shared/i18n/en/client";
import { t } from "@/lib/shared/i18n/en/signIn";
import { AccountsCard } from "./accounts-card";
import { readMe } from "./api";
import { MemberPassword } from "./member-password";
import { PasskeysCard } from "./passkeys-card";
import { ProfileForm } from "./profile-form";
import { TwoFactorCard } from "./two-factor-card";

/** The cards of the signed-in member: name, password, passkeys, second factor and linked accounts. */
export function YourAccount() {
  const { data, error, refetch } = useQuery(readMe);
  if (!data)
    return (
      <TitledCard title={t("account")} about={t("accountAbout")}>
        {error ? (
          <LoadFailure onRetry={() => void refetch()}>
            {clientText("loadFailed", { error: failureText(error) })}
          </LoadFailure>
        ) : (
          <Skeleton className="h-24" />
        )}
      </TitledCard>
    );
  const { member, hasPassword, passkeys, accounts, services } = data;
  return (
    <>
      <ProfileForm member={member} />
      {/* The owner's password has its own card. */}
      {member.role !== "owner" && <MemberPassword hasCurrent={hasPassword} />}
      {data.canSignIn && (
        <>
          <PasskeysCard passkeys={passkeys} />
          {hasPassword && <TwoFactorCard isOn={data.hasTwoFactors} codesLeft={data.recoveryCodesLeft} />}
          {(services.length > 0 || accounts.length > 0) && (
            <AccountsCard accounts={accounts} services={services} />
          )}
        </>
      )}
    </>
  );
}
