-- Written by hand: what drizzle-kit cannot draw from schema.ts.
--
-- Every change of a product's current price, by whatever statement.
CREATE FUNCTION keep_price_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_changes (product_id, price_before, price_after) VALUES (NEW.id, OLD.current_price, NEW.current_price);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_price_change AFTER UPDATE OF price, special_price ON products
  FOR EACH ROW WHEN (OLD.current_price IS DISTINCT FROM NEW.current_price) EXECUTE FUNCTION keep_price_change();
