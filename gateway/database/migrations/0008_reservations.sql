ALTER TABLE "payments" ADD COLUMN "approved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "network" text;--> statement-breakpoint
CREATE INDEX "payments_unapproved" ON "payments" USING btree ("network") WHERE "payments"."state" in ('creating', 'created') and not "payments"."approved";