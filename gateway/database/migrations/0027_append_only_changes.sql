-- Written by hand: what drizzle-kit cannot draw from schema.ts.
--
-- What was changed is only ever added to.
CREATE FUNCTION refuse_to_alter_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Rows of changes are neither changed nor deleted';
END
$$;
--> statement-breakpoint
CREATE TRIGGER changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_alter_changes();
