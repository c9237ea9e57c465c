ALTER TABLE "cart_lines" ADD COLUMN "substitution" text;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "substitution" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "picking" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "substitute" jsonb;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "charged" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "substitution" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "picked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "final_amount" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_substitution" CHECK ("cart_lines"."substitution" in ('similar', 'other-size', 'call', 'leave-out'));--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_note" CHECK (length("cart_lines"."note") between 1 and 200);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_substitution" CHECK ("order_lines"."substitution" in ('similar', 'other-size', 'call', 'leave-out'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_note" CHECK (length("order_lines"."note") between 1 and 200);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_picking" CHECK ("order_lines"."picking" in ('picked', 'out-of-stock', 'substitute'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_charged" CHECK ("order_lines"."charged" between 0 and "order_lines"."total");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_substitution" CHECK ("orders"."substitution" in ('similar', 'other-size', 'call', 'leave-out'));--> statement-breakpoint
-- What is paid for a line that was replaced or left out counts in place of its total.
CREATE OR REPLACE FUNCTION add_up_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lines integer;
  worth bigint;
BEGIN
  SELECT count(*), coalesce(sum(coalesce(charged, total)), 0) INTO lines, worth FROM order_lines WHERE order_id = NEW.id;
  IF lines = 0 THEN
    RAISE EXCEPTION 'Order % has no lines', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF worth <> NEW.subtotal THEN
    RAISE EXCEPTION 'The lines of order % come to %, not %', NEW.id, worth, NEW.subtotal USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
