import { Failed } from "@/lib/platform/services/failed";
import { isRecord } from "@/lib/shared/chat/parts";
import { isAppError } from "@/lib/shared/errors";

type Connection = { protocol: "IMAP" | "SMTP"; host: string; port: number };

const CERTIFICATE: Record<string, string> = {
  CERT_HAS_EXPIRED: "has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "is signed by an unknown authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "is signed by an unknown authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "is signed by an unknown authority",
  ERR_TLS_CERT_ALTNAME_INVALID: "is for another host name",
};

const NETWORK: Record<string, string> = {
  ECONNREFUSED: "refuses connections on port PORT. Check the port",
  ENOTFOUND: "does not exist. Check the host",
  ECONNRESET: "closed the connection",
  EHOSTUNREACH: "cannot be reached from here",
  ENETUNREACH: "cannot be reached from here",
};
const SLOW: ReadonlySet<string> = new Set([
  ...["CONNECT_TIMEOUT", "GREETING_TIMEOUT", "UPGRADE_TIMEOUT", "ETIMEOUT", "ETIMEDOUT", "LockTimeout"],
]);

/** Describes the error of a mail client in words for the user, without text from the server. */
export function mailFailure(error: unknown, { protocol, host, port }: Connection): Failed {
  if (error instanceof Failed) return error;
  if (isAppError(error))
    return new Failed(error.code === "unavailable" ? "later" : "refused", error.message, { cause: error });
  const name = `The ${protocol} server ${host}`;
  const codes = codesOf(error);
  const failed = (kind: Failed["kind"], words: string) =>
    new Failed(kind, `${name} ${words}.`, { cause: error });
  const certificate = codes.map((code) => CERTIFICATE[code]).find(Boolean);
  if (certificate)
    return failed(
      "refused",
      `has a certificate that ${certificate}. Check the host, or renew the certificate there`,
    );
  if (isSignInRefused(error))
    return failed(
      "unauthorized",
      "rejects the user name or the password. Some services need an app password",
    );
  if (
    codes.some(
      (code) =>
        code === "ETLS" || code.startsWith("ERR_SSL_") || code === "EPROTO" || code === "UpgradeError",
    )
  )
    return failed(
      "refused",
      `offers no TLS of this kind on port ${port}. Choose the other kind, or check the port`,
    );
  if (codes.some((code) => SLOW.has(code))) return failed("later", "did not respond in time");
  const network = codes.map((code) => NETWORK[code]).find(Boolean);
  return failed("later", network ? network.replace("PORT", `${port}`) : "ended the connection");
}

const isSignInRefused = (error: unknown): boolean =>
  isRecord(error) && (error.authenticationFailed === true || error.code === "EAUTH");

function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  for (
    let cause = error, depth = 0;
    isRecord(cause) && depth < 5;
    cause = cause.cause ?? cause._err, depth++
  ) {
    // nodemailer replaces the code of a socket's error.
    for (const code of [cause.originalCode, cause.code]) if (typeof code === "string") codes.push(code);
    if (cause.tlsFailed === true) codes.push("ETLS");
  }
  return codes;
}
