import { readFileSync } from 'node:fs'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { differ, plain, same } from './run.mjs'

// row compares a row with the catalogue's.
function row(d, got) {
  return same('sha256', d.sha256, got.sha256) || same('work', d.work, got.work) || same('year', d.year, got.year) || same('title', plain(d.title), plain(got.title)) ||
    same('authors', plain(d.authors), plain(got.authors.join('; '))) || same('genre', d.genre, got.genre) ||
    same('number of references', d.references, got.references.length) ||
    (got.references.some(r => !r.raw) ? 'a reference has no text' : '')
}

export async function tables(documents, exported, told) {
  const lines = readFileSync(exported('jsonl'), 'utf8').trimEnd().split('\n').map(l => JSON.parse(l))
  told('jsonl', 'node', documents.length, differ(documents, lines, row))
  const file = await asyncBufferFromFile(exported('parquet'))
  const rows = await parquetReadObjects({ file, compressors })
  told('parquet', 'hyparquet', documents.length, differ(documents, rows, (d, got) =>
    row(d, got) || (lines.find(l => l.sha256 === d.sha256)?.text === got.text ? '' : 'the text is not that of jsonl')))
}
