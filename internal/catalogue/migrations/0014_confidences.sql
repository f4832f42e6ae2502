-- The confidence of a field is the share of such values that is right. Before it was what its source weighs, by rules of thumb, and
-- exports asked for less of it. The values of earlier versions get the shares that such weights stand for: between the points of a name
-- and source straight lines. What people said stays as it is, and what was read by OCR, but for the names of which any source is mapped.
WITH lines (name, source, weight, share, next_weight, next_share) AS (VALUES
    ('title',       'any',        0.1,  0.1,  0.4,  0.45),
    ('title',       'any',        0.4,  0.45, 0.6,  0.6),
    ('title',       'any',        0.6,  0.6,  0.8,  0.84),
    ('title',       'any',        0.8,  0.84, 0.9,  0.91),
    ('title',       'any',        0.9,  0.91, 0.95, 0.96),
    ('title',       'any',        0.95, 0.96, 1.0,  0.99),
    ('author',      'any',        0.1,  0.1,  0.3,  0.2),
    ('author',      'any',        0.3,  0.2,  0.45, 0.8),
    ('author',      'any',        0.45, 0.8,  0.6,  0.9),
    ('author',      'any',        0.6,  0.9,  0.8,  0.93),
    ('author',      'any',        0.8,  0.93, 0.9,  0.95),
    ('author',      'any',        0.9,  0.95, 1.0,  0.98),
    ('year',        'any',        0.1,  0.1,  0.3,  0.5),
    ('year',        'any',        0.3,  0.5,  0.45, 0.7),
    ('year',        'any',        0.45, 0.7,  0.55, 0.88),
    ('year',        'any',        0.55, 0.88, 0.6,  0.92),
    ('year',        'any',        0.6,  0.92, 0.8,  0.95),
    ('year',        'any',        0.8,  0.95, 0.9,  0.97),
    ('year',        'any',        0.9,  0.97, 1.0,  0.99),
    ('subject',     'any',        0.1,  0.1,  0.36, 0.75),
    ('subject',     'any',        0.36, 0.75, 0.4,  0.85),
    ('subject',     'any',        0.4,  0.85, 0.44, 0.92),
    ('subject',     'any',        0.44, 0.92, 0.7,  0.95),
    ('subject',     'any',        0.7,  0.95, 1.0,  0.98),
    ('abstract',    'first page', 0.79, 0.95, 1.0,  0.99), -- under its heading: 0.8
    ('keyword',     'first page', 0.79, 0.93, 1.0,  0.99), -- 0.8
    ('affiliation', 'first page', 0.59, 0.87, 0.9,  0.93), -- 0.6
    ('venue',       'first page', 0.39, 0.75, 0.51, 0.75), -- the school of a thesis: 0.4, 0.5
    ('venue',       'first page', 0.54, 0.92, 0.69, 0.92), -- a line of its own: 0.55, 0.6
    ('venue',       'first page', 0.69, 0.93, 1.0,  0.99), -- as the page asks to be cited: 0.7
    ('venue',       'file',       0.89, 0.95, 1.0,  0.99), -- 0.9
    ('isbn',        'first page', 0.79, 0.92, 1.0,  0.99), -- 0.8
    ('doi',         'first page', 0.59, 0.7,  0.79, 0.9),  -- without a label: 0.6
    ('doi',         'first page', 0.79, 0.95, 1.0,  0.99), -- with one: 0.8
    ('language',    'first page', 0.6,  0.6,  0.9,  0.97),
    ('language',    'first page', 0.9,  0.97, 1.0,  0.99)
)
UPDATE document_fields
SET confidence = l.share + (l.next_share - l.share) * (confidence - l.weight) / (l.next_weight - l.weight)
FROM lines l
WHERE l.name = document_fields.name AND confidence > l.weight AND confidence <= l.next_weight
  AND (l.source = 'any' AND document_fields.source <> 'user'
       OR l.source = document_fields.source
          AND NOT EXISTS (SELECT 1 FROM document_fields o WHERE o.document = document_fields.document AND o.name = 'ocr'));
