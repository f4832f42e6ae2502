-- What a step of a cycle has chosen to request, one URL a line, so that the step requests the same when it is repeated. NULL before it has chosen and after
-- it has ended.
ALTER TABLE cycle_steps ADD COLUMN requests TEXT;
