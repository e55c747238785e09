import { AppError } from "@/lib/shared/errors";

/** The version that a change was made from: by the body, or by the header `If-Match: "7"`; undefined when neither says. */
export function expectedVersion(request: Request, inBody?: number): number | undefined {
  const header = request.headers.get("if-match")?.trim();
  // Any version that there is, which a change needs anyway.
  if (!header || header === "*") return inBody;
  const [, digits] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header) ?? [];
  if (digits === undefined)
    throw new AppError("bad_request", 'If-Match takes one version, such as "7", as it was read.');
  const version = Number(digits);
  if (inBody !== undefined && inBody !== version)
    throw new AppError("bad_request", `If-Match says version ${version}, the body says ${inBody}. Give one.`);
  return version;
}
