-- Links between hosts as the groups of a crawl brought them, one row a group,
-- until they are folded into host_links.
CREATE TABLE host_link_groups (
    serial  BIGINT PRIMARY KEY,            -- of the group
    seen_at TEXT,
    links   TEXT   NOT NULL                -- JSON: {"from": {"to": links}}
);

DROP VIEW v_links;

CREATE VIEW v_links AS
SELECT "from", "to", SUM(links) AS count, MIN(seen_at) AS first_seen FROM (
    SELECT from_host AS "from", to_host AS "to", links, first_seen AS seen_at FROM host_links
    UNION ALL
    SELECT f.key, t.key, t.value, g.seen_at
    FROM host_link_groups g, json_each(g.links) f, json_each(f.value) t
) GROUP BY 1, 2;

DROP VIEW v_cited_sites;

-- Hosts that other hosts link to, most cited first (SSRC).
CREATE VIEW v_cited_sites AS
SELECT "to" AS host, COUNT(*) AS hosts, SUM(count) AS links FROM v_links
GROUP BY 1 ORDER BY hosts DESC, links DESC, host;
