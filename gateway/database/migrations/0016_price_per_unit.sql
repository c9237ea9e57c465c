-- Written by hand: what drizzle-kit cannot draw from schema.ts.
--
-- Cents per kilogram or litre, by the size in a name, as product cards show it: null unless the name has exactly one size and no word that makes it
-- approximate. Prices per piece cannot be compared with them, so they are null too. Letters are ranges, since what a letter is depends
-- on the locale of the database.
CREATE FUNCTION price_per_unit(name text, cents integer) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  sizes text[] := array(
    SELECT parts FROM regexp_matches(
      name,
      '(?<![a-z\u00aa\u00b5\u00ba\u00c0-\u1fff\u2c00-\u2dff\u3005-\ufdff\ufe70-\ufffd\U00010000-\U0003ffff0-9.,/–~-])(?:([0-9]{1,3})\s?[x×]\s?)?([0-9]{1,5}(?:\.[0-9]{1,3})?)\s?(kg|g|ml|l)(?![a-z\u00aa\u00b5\u00ba\u00c0-\u1fff\u2c00-\u2dff\u3005-\ufdff\ufe70-\ufffd\U00010000-\U0003ffff0-9/])',
      'gi'
    ) AS matches(parts)
  );
  size numeric;
  price bigint;
BEGIN
  IF coalesce(array_length(sizes, 1), 0) <> 1
    OR name ~* '\m(?:about|approx|approximately|around|up to|at least|from|free|extra|bonus)\M|%'
    OR name ~* '\m(?:tray|pack|box|tin|bag|bunch|carton|set) of [0-9]{1,3}(?=\s*(?:$|,|[^\u0001-\u007f]|[a-z]*[à-žơưạ-ỹ]))'
  THEN
    RETURN NULL;
  END IF;
  size := sizes[1][2]::numeric * coalesce(sizes[1][1], '1')::numeric;
  IF lower(sizes[1][3]) IN ('g', 'ml') THEN
    size := size / 1000;
  END IF;
  price := round(cents / nullif(size, 0));
  RETURN nullif(price, 0);
END
$$;
