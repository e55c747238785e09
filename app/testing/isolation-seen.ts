export type Seen = {
  owner: string;
  /** Conversations of the first agent (`conversation`) and of the second (`own`). */
  conversation: string;
  own: string;
  /** Every id in the first agent's data. */
  ids: string[];
};

/** Returns request bodies that use the first agent's ids. */
export type Bodies = (seen: Seen) => object[];
export const none: Bodies = () => [];
export const some =
  (...bodies: object[]): Bodies =>
  () =>
    bodies;
