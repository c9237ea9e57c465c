-- Written by hand. Allergens are no search words: 'gluten free' must not find what contains gluten.
CREATE OR REPLACE FUNCTION keep_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  maker text := (SELECT name FROM brands WHERE id = NEW.brand_id);
  shelves text := (
    SELECT concat_ws(' ', shelf.title, aisle.title)
    FROM categories shelf LEFT JOIN categories aisle ON aisle.id = shelf.parent_id WHERE shelf.id = NEW.category_id
  );
  without_allergens text := regexp_replace(NEW.description, '<li>\s*<strong>\s*Contains:.*?</li>', ' ', 'gi');
BEGIN
  NEW.document := search_part(concat_ws(' ', NEW.name, NEW.second_name), 'A')
    || search_part(concat_ws(' ', maker, NEW.keywords, NEW.code), 'B')
    || search_part(shelves, 'C')
    || search_part(regexp_replace(without_allergens, '<[^>]*>', ' ', 'g'), 'D');
  INSERT INTO search_words
    SELECT word FROM unnest(tsvector_to_array(ts_filter(NEW.document, '{a,b,c}'))) AS word
    WHERE word ~ '^[a-z]{3,}$' ORDER BY word
    ON CONFLICT DO NOTHING;
  RETURN NEW;
END
$$;
--> statement-breakpoint
UPDATE products SET description = description;
