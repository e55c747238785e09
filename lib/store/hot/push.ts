import { sql } from "@/lib/store/db";
import type { PushKeys } from "@/lib/store/rows";

/**
 * Stores the key pair if there is none, or replaces the one with the public key `unusable`. A new pair
 * deletes all subscriptions. Raw SQL: writes in a CTE.
 */
export const putPushKeys = (
  { publicKey, privateKey }: Pick<PushKeys, "publicKey" | "privateKey">,
  unusable: string | null,
) => sql()`
  with kept as (
    insert into push_keys (id, public_key, private_key) values (1, ${publicKey}, ${privateKey})
    on conflict (id) do update set public_key = excluded.public_key, private_key = excluded.private_key, created_at = now()
      where push_keys.public_key = ${unusable}
    returning id
  )
  delete from push_subscriptions where exists (select from kept)`;
