-- Written by hand: what drizzle-kit cannot draw from schema.ts.
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
-- Text as it is compared: one form of Unicode, no accents, no capitals. Extensions may be in any schema, so no schema is named:
-- the gateway sets the search path of its sessions.
CREATE FUNCTION search_fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(unaccent('unaccent'::regdictionary, normalize(value, NFKC)))
$$;
--> statement-breakpoint
-- Words of Latin letters and digits as they are. Scripts that put no blanks between words (Chinese, Japanese, Thai) give
-- each letter together with the next: no word list is needed, and two letters in a row find the name that holds them.
CREATE FUNCTION search_terms(value text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(term ORDER BY place, step), '{}')
  FROM regexp_matches(
    search_fold(value),
    '[a-z0-9]+|[\u0250-\u1fff\u2c00-\u2dff\u2e80-\u2fff\u3005-\u3007\u3031-\ud7ff\uf900-\ufdff\ufe70-\ufefe\U00010000-\U0003ffff]+',
    'g'
  ) WITH ORDINALITY AS found(pieces, place),
  LATERAL (
    SELECT pieces[1], 1 WHERE pieces[1] ~ '^[a-z0-9]'
    UNION ALL
    SELECT substr(pieces[1], step, 2), step FROM generate_series(1, length(pieces[1])) step
    WHERE pieces[1] !~ '^[a-z0-9]'
  ) AS terms(term, step)
$$;
--> statement-breakpoint
-- Terms as a searchable part of a document. The text search parser is not asked: what it takes for a letter depends on
-- the locale of the database.
CREATE FUNCTION search_part(value text, weight text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg('''' || term || ''':' || least(place, 16383) || weight, ' '), '')::tsvector
  FROM unnest(search_terms(value)) WITH ORDINALITY AS terms(term, place)
$$;
--> statement-breakpoint
CREATE FUNCTION keep_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  maker text := (SELECT name FROM brands WHERE id = NEW.brand_id);
  shelves text := (
    SELECT concat_ws(' ', shelf.title, aisle.title)
    FROM categories shelf LEFT JOIN categories aisle ON aisle.id = shelf.parent_id WHERE shelf.id = NEW.category_id
  );
BEGIN
  NEW.document := search_part(concat_ws(' ', NEW.name, NEW.second_name), 'A')
    || search_part(concat_ws(' ', maker, NEW.keywords, NEW.code), 'B')
    || search_part(shelves, 'C')
    || search_part(regexp_replace(NEW.description, '<[^>]*>', ' ', 'g'), 'D');
  INSERT INTO search_words
    SELECT word FROM unnest(tsvector_to_array(ts_filter(NEW.document, '{a,b,c}'))) AS word
    WHERE word ~ '^[a-z]{3,}$' ORDER BY word
    ON CONFLICT DO NOTHING;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_document
  BEFORE INSERT OR UPDATE OF name, second_name, keywords, code, description, brand_id, category_id ON products
  FOR EACH ROW EXECUTE FUNCTION keep_document();
--> statement-breakpoint
CREATE FUNCTION keep_documents_of_brand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET brand_id = brand_id WHERE brand_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER brands_document AFTER UPDATE OF name ON brands
  FOR EACH ROW EXECUTE FUNCTION keep_documents_of_brand();
--> statement-breakpoint
CREATE FUNCTION keep_documents_of_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET category_id = category_id
  WHERE category_id IN (SELECT id FROM categories WHERE id = NEW.id OR parent_id = NEW.id);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER categories_document AFTER UPDATE OF title ON categories
  FOR EACH ROW EXECUTE FUNCTION keep_documents_of_category();
--> statement-breakpoint
CREATE INDEX search_words_alike ON search_words USING gin (word gin_trgm_ops);
--> statement-breakpoint
-- An order without lines, or whose lines come to something else, never commits.
CREATE FUNCTION add_up_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  lines integer;
  worth bigint;
BEGIN
  SELECT count(*), coalesce(sum(total), 0) INTO lines, worth FROM order_lines WHERE order_id = NEW.id;
  IF lines = 0 THEN
    RAISE EXCEPTION 'Order % has no lines', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  IF worth <> NEW.subtotal THEN
    RAISE EXCEPTION 'The lines of order % come to %, not %', NEW.id, worth, NEW.subtotal USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER orders_add_up AFTER INSERT OR UPDATE ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION add_up_order();
