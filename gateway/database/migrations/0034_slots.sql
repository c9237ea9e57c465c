CREATE TABLE "closed_days" (
	"day" date PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slot_windows" (
	"method_id" text NOT NULL,
	"weekday" integer NOT NULL,
	"starts_at" time NOT NULL,
	"ends_at" time NOT NULL,
	"capacity" integer NOT NULL,
	"cut_off_hours" integer NOT NULL,
	CONSTRAINT "slot_windows_method_id_weekday_starts_at_pk" PRIMARY KEY("method_id","weekday","starts_at"),
	CONSTRAINT "slot_windows_weekday" CHECK ("slot_windows"."weekday" between 1 and 7),
	CONSTRAINT "slot_windows_ends" CHECK ("slot_windows"."ends_at" > "slot_windows"."starts_at"),
	CONSTRAINT "slot_windows_capacity" CHECK ("slot_windows"."capacity" >= 0),
	CONSTRAINT "slot_windows_cut_off" CHECK ("slot_windows"."cut_off_hours" >= 0)
);
--> statement-breakpoint
ALTER TABLE "delivery_methods" ADD COLUMN "slot_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "slot" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "slot" jsonb;--> statement-breakpoint
ALTER TABLE "slot_windows" ADD CONSTRAINT "slot_windows_method_id_delivery_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "delivery_methods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_by_slot" ON "orders" USING btree (("slot" ->> 'slotId')) WHERE "orders"."slot" is not null;--> statement-breakpoint
CREATE INDEX "payments_by_slot" ON "payments" USING btree (("slot" ->> 'slotId')) WHERE "payments"."slot" is not null and "payments"."order_id" is null;