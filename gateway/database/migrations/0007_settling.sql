CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"about" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_state";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_are_at_the_provider";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_ordered_are_paid";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "problem" text;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("due_at") WHERE "mails"."due_at" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_state" CHECK ("payments"."state" in ('creating', 'created', 'pending', 'authorized', 'captured', 'failed', 'ending', 'ended'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_are_at_the_provider" CHECK ("payments"."state" not in ('created', 'pending', 'authorized', 'captured') or "payments"."provider_order_id" is not null);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_ordered_are_paid" CHECK ("payments"."order_id" is null or "payments"."state" not in ('creating', 'created'));