package fulltext

// Selection are texts that the catalogue selects for a search, and how relevant each is to the topic of the library. It keeps hashes of keys: of a large library, the URLs would fill the memory.
type Selection struct{ relevance map[uint64]float32 }

// unjudged is the relevance of a text that has none. It sorts behind all others.
const unjudged = -1

// Add adds a text by its key: the hash of a document or the URL of a page. Its relevance is from 0 to 1, or nil.
func (s *Selection) Add(key string, relevance *float64) {
	if s.relevance == nil {
		s.relevance = map[uint64]float32{}
	}
	x := float32(unjudged)
	if relevance != nil {
		x = float32(*relevance)
	}
	s.relevance[hashOf(key)] = x
}

// selected returns the texts of a selection that the index has, by their ids.
func (m *matcher) selected(s *Selection) (map[int64]float32, error) {
	rows, err := m.tx.QueryContext(m.ctx, "SELECT id, key FROM texts") // read from the index of keys, without the texts
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	ids := map[int64]float32{}
	for rows.Next() {
		var id int64
		var key string
		if err := rows.Scan(&id, &key); err != nil {
			return nil, err
		}
		if x, ok := s.relevance[hashOf(key)]; ok {
			ids[id] = x
		}
	}
	return ids, rows.Err()
}
