ALTER TABLE "cart_lines" ADD COLUMN "substitution" text;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "substitution" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "substitution" text;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_substitution" CHECK ("cart_lines"."substitution" in ('similar', 'other-size', 'call', 'leave-out'));--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_note" CHECK (length("cart_lines"."note") between 1 and 200);--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_substitution" CHECK ("order_lines"."substitution" in ('similar', 'other-size', 'call', 'leave-out'));--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_note" CHECK (length("order_lines"."note") between 1 and 200);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_substitution" CHECK ("orders"."substitution" in ('similar', 'other-size', 'call', 'leave-out'));