CREATE TABLE "order_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"order_number" bigint NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_deliveries_order_number_unique" UNIQUE("order_number")
);
--> statement-breakpoint
CREATE INDEX "order_deliveries_due" ON "order_deliveries" USING btree ("due_at") WHERE "order_deliveries"."due_at" is not null;