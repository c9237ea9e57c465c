-- Written by hand: what drizzle-kit cannot draw from schema.ts.
--
-- The name as it is compared. A trigger, not a generated column: search_fold needs the search path of the shop, which pg_restore does not set.
CREATE FUNCTION keep_folded_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.folded_name := left(search_fold(concat_ws(' ', NEW.name, NEW.second_name)), 200);
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_folded_name BEFORE INSERT OR UPDATE OF name, second_name ON products
  FOR EACH ROW EXECUTE FUNCTION keep_folded_name();
--> statement-breakpoint
UPDATE products SET folded_name = left(search_fold(concat_ws(' ', name, second_name)), 200);
