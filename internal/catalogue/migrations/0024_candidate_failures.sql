-- How often the home page of a host has failed: it is requested again, each time after a longer wait.
ALTER TABLE candidate_hosts ADD COLUMN failures BIGINT NOT NULL DEFAULT 0;
UPDATE candidate_hosts SET failures = 1 WHERE verdict = 'refused' AND rule IS NOT NULL AND reason LIKE 'its home page failed%';
