CREATE TABLE "problem_photographs" (
	"report_id" text PRIMARY KEY NOT NULL,
	"content" bytea NOT NULL
);
--> statement-breakpoint
CREATE TABLE "problem_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"lines" jsonb NOT NULL,
	"comment" text,
	"answer" text,
	"answered_by" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "problem_reports_kind" CHECK ("problem_reports"."kind" in ('missing', 'damaged', 'wrong-product', 'other')),
	CONSTRAINT "problem_reports_comment" CHECK (length("problem_reports"."comment") between 1 and 1000),
	CONSTRAINT "problem_reports_answer" CHECK (length("problem_reports"."answer") between 1 and 1000),
	CONSTRAINT "problem_reports_answered" CHECK (("problem_reports"."answer" is null) = ("problem_reports"."answered_at" is null) and ("problem_reports"."answer" is null) = ("problem_reports"."answered_by" is null))
);
--> statement-breakpoint
ALTER TABLE "problem_photographs" ADD CONSTRAINT "problem_photographs_report_id_problem_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "problem_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "problem_reports" ADD CONSTRAINT "problem_reports_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "problem_reports_by_order" ON "problem_reports" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "problem_reports_open" ON "problem_reports" USING btree ("order_id") WHERE "problem_reports"."answer" is null;