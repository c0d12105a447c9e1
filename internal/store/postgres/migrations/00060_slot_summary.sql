-- +goose Up
-- Calendars read the summaries of a month of slots joined into one text.
ALTER TABLE slots ADD COLUMN summary text GENERATED ALWAYS AS (
	CASE WHEN state <> '' OR seat_limit > 0 OR runs > 0
		THEN day || ' ' || start_time || ' ' || CAST(taken AS text) || ' ' || state || ' ' || CAST(seat_limit AS text)
			|| ' ' || CAST(runs AS text)
		WHEN taken > 0 THEN day || ' ' || start_time || ' ' || CAST(taken AS text)
	END) STORED;

-- +goose Down
ALTER TABLE slots DROP COLUMN summary;
