-- A json column takes U+0000 and lone surrogates as escapes, and then `->>` and casts to jsonb fail on that row. They become
-- U+FFFD, as asJson writes them now. An escaped backslash before "u0000" is plain text and stays.
CREATE FUNCTION pg_temp.storable(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(regexp_replace(regexp_replace(given,
    '(?<!\\)((?:\\\\)*)\\u0000', '\1' || U&'\FFFD', 'g'),
    '(?<!\\)((?:\\\\)*)(?<!(?:^|[^\\])\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}', '\1' || U&'\FFFD', 'g'),
    '(?<!\\)((?:\\\\)*)\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])', '\1' || U&'\FFFD', 'g')
$$;--> statement-breakpoint
DO $$
DECLARE c record;
BEGIN
  FOR c IN
    SELECT table_name AS tab, column_name AS col FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND data_type = 'json' AND table_type = 'BASE TABLE'
  LOOP
    EXECUTE format('UPDATE %1$I SET %2$I = pg_temp.storable(%2$I::text)::json WHERE %2$I::text ~ %3$L', c.tab, c.col, '\\u(0000|[dD][89a-fA-F])');
  END LOOP;
END $$;
