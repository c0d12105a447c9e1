-- +goose Up
CREATE INDEX slots_by_day ON slots (day);

-- +goose Down
DROP INDEX slots_by_day;
