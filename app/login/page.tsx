import { redirect } from "next/navigation";
import { titled } from "@/app/page-metadata";
import { nextPath } from "@/lib/platform/access/next-path";
import { passwordSource } from "@/lib/platform/access/password";
import { isSignedIn } from "@/lib/platform/access/session";
import { t } from "@/lib/shared/i18n/en/pages";
import { LoginForm } from "./login-form";

export const metadata = titled(() => t("signIn"));

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LoginPage({ searchParams }: Props) {
  const next = nextPath((await searchParams).next);
  if (await isSignedIn()) redirect(next);
  return (
    <main className="flex min-h-dvh flex-col items-center bg-table px-3 pt-[22dvh] pb-6">
      <div className="w-full max-w-90 rounded-sheet bg-sheet p-5 shadow-sheet">
        <h1 className="mb-4 text-title font-strong">{t("signInToEasel")}</h1>
        <LoginForm next={next} />
        {(await passwordSource()) === "settings" && (
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
      </div>
    </main>
  );
}
