import { field } from "../parts";
import { callOf } from "./sheet-change";
import { kindOf, outcomeOf } from "./surface-outcome";
import type { Surface, SurfaceVersion } from "./surfaces";

export const isShownBy = (surface: Surface, callId: string): boolean =>
  surface.id === callId || surface.versions.some(({ id }) => id === callId);

/** Returns the call on whose behalf a version acts. */
export const callOfVersion = ({ id, call }: Pick<SurfaceVersion, "id" | "call">) => call ?? callOf(id);

/** Returns the surface as it was in one of its versions. */
export const ofVersion = (surface: Surface, { input, component, ...version }: SurfaceVersion): Surface => {
  if (version.id === surface.versions.at(-1)?.id) return surface;
  const kind = surface.kind === "component" ? surface.kind : kindOf(input);
  const title = field(input, "title")?.trim() || surface.title;
  const { answer, answeredAt } = version;
  const isAnswered = version.isSent || outcomeOf(answer, kind, input) === "answered";
  return {
    ...surface,
    ...{ input, component, kind, title, answer, answeredAt },
    call: callOfVersion(version),
    home: version.home,
    state: isAnswered ? "answered" : "open",
    isAsked: false,
  };
};

/** Returns the surface that each call shows, in the version of that call. */
export const versionsByCall = (surfaces: readonly Surface[]): Map<string, Surface> =>
  new Map(
    surfaces.flatMap((surface) =>
      surface.versions.map((version) => [version.id, ofVersion(surface, version)] as const),
    ),
  );
