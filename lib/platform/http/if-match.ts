import { AppError } from "@/lib/shared/errors";

/**
 * Returns the version that a change is based on, from the body or the header `If-Match: "7"`; undefined if
 * neither is given.
 */
export function expectedVersion(request: Request, inBody?: number): number | undefined {
  const header = request.headers.get("if-match")?.trim();
  // `*` matches any existing version, which a change requires anyway.
  if (!header || header === "*") return inBody;
  const [, digits] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header) ?? [];
  if (digits === undefined)
    throw new AppError("bad_request", 'If-Match requires one version, such as "7", as it was read.');
  const version = Number(digits);
  if (inBody !== undefined && inBody !== version)
    throw new AppError("bad_request", `If-Match says version ${version}, the body says ${inBody}. Give one.`);
  return version;
}
