CREATE TABLE "missed_searches" (
	"day" date NOT NULL,
	"term" text NOT NULL,
	"searches" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "missed_searches_day_term_pk" PRIMARY KEY("day","term"),
	CONSTRAINT "missed_searches_term" CHECK (length("missed_searches"."term") between 2 and 40),
	CONSTRAINT "missed_searches_searches" CHECK ("missed_searches"."searches" > 0)
);
--> statement-breakpoint
-- two statements: payments from before this column have none
ALTER TABLE "payments" ADD COLUMN "begun_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "begun_at" SET DEFAULT now();--> statement-breakpoint
CREATE INDEX "payments_with_failures" ON "payments" USING btree ("begun_at") WHERE "payments"."declines" > 0 or "payments"."state" = 'failed';
