import { sql } from "@/lib/store/db";

/** Adds a session, and deletes those that are over. By hand: it writes in a CTE. */
export const addSession = (key: string, userAgent: string, days: number) => sql()<{ id: string }[]>`
  with over as (
    delete from sessions where created_at < now() - ${days} * interval '1 day'
  )
  insert into sessions (key, user_agent) values (${key}, ${userAgent}) returning id`;
