-- Written by hand: what drizzle-kit cannot draw from schema.ts.
--
-- Whatever changes the status of an order, its time is kept. ISO 8601 in UTC, to the millisecond, as JavaScript writes it.
CREATE FUNCTION note_status_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.status IS DISTINCT FROM OLD.status THEN
    NEW.status_times := NEW.status_times || jsonb_build_object(
      NEW.status, to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_status_times BEFORE INSERT OR UPDATE OF status ON orders
  FOR EACH ROW EXECUTE FUNCTION note_status_time();
--> statement-breakpoint
-- Of an older order only the time at which it was placed is known.
UPDATE orders SET status_times = jsonb_build_object(
  'received', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
