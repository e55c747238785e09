/** Roles of the workspace, the strongest first. */
export const ROLES = ["owner", "admin", "member", "guest"] as const;
export type Role = (typeof ROLES)[number];

/** Roles that an invitation or an admin can give. The workspace has one owner. */
export const GIVEN_ROLES = ["admin", "member", "guest"] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** Rights of a member on an agent, the weakest first. */
export const RIGHTS = ["use", "edit", "own"] as const;
export type Right = (typeof RIGHTS)[number];

/** Rights that can be shared. The owner of an agent has `own`. */
export const SHARED_RIGHTS = ["use", "edit"] as const;
export type SharedRight = (typeof SHARED_RIGHTS)[number];

/** Rights on a board that is shared without its agent. `edit`: to arrange its tiles. */
export const BOARD_RIGHTS = ["read", "edit"] as const;
export type BoardRight = (typeof BOARD_RIGHTS)[number];

/** The owner of the workspace. A migration creates the row. */
export const OWNER_ID = "00000000-0000-4000-8000-000000000001";

export const hasRole = (role: Role, wanted: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(wanted);

export const includesRight = (right: Right | null, wanted: Right): boolean =>
  right !== null && RIGHTS.indexOf(right) >= RIGHTS.indexOf(wanted);
