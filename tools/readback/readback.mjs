// readback.mjs SLUICE LIB [odd]: exports a library in every format, reads each export with a reader that is not Sluice's, and
// compares it with what sqlite3 reads in the catalogue. A line a format and reader; exit code 1 when anything differs. With "odd" the first documents are given odd titles and authors before: the library is one made for this.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bibliographies } from './bibliography.mjs'
import { files } from './files.mjs'
import { run } from './run.mjs'
import { tables } from './table.mjs'
import { web } from './web.mjs'

const [sluice, library, odd] = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'readback-'))
let failed = false

// ask reads rows of the catalogue.
const ask = sql => JSON.parse(run('sqlite3', ['-readonly', '-json', join(library, 'catalog.db'), sql]) || '[]')

// exported writes a format and gives where.
function exported(format, ...options) {
  const path = join(scratch, format.replaceAll('/', '-') + options.join(''))
  run(sluice, ['export', format, '-d', library, '-o', path, ...options])
  return path
}

// told prints the line of a format: what went wrong of how many.
function told(format, reader, total, wrong) {
  const good = total - new Set(wrong.map(w => w.at ?? w)).size
  console.log(`READBACK ${format} ${reader} ${Math.max(good, 0)}/${total}`)
  for (const w of wrong.slice(0, 5)) console.log(`    ${w.why ?? w}`)
  if (wrong.length > 5) console.log(`    … ${wrong.length - 5} more`)
  failed ||= wrong.length > 0 || total === 0
}

const titles = [
  'Über “Zöpfe” & Ñandú: l’été, 100 % of #1 at $5 with _x_ and ~y^z',
  'Braces {in} a } title { and $x^2$, \\alpha, \\"o, {\\\'e}',
  '"Quoted" \'titles\' -- <i>not</i> markup | a*b [c](d) `e` --- f',
  'It ends with a backslash \\',
  '@article{x, title = {not this}, year = 1999}',
  '中文标题、עברית and 😀 in one',
  '= SUM(A1:A9), and: a colon # no comment',
  'TY  - JOUR TI  - not this ER  -',
  'e\u0301tude with a mark that follows its letter',
]
const authors = ['Seán O\'Neill', 'Ludwig van der Berg', 'Gödel, Kurt', 'Team {of} Sieves & Co', 'Jean-Paul de la Croix Jr.']

// datedFirst puts a version of a work that has a year before the first one, if that has none.
function datedFirst(documents) {
  const dated = new Map()
  for (const d of documents) if (d.work !== d.sha256 && d.year && !dated.has(d.work)) dated.set(d.work, d)
  const ordered = new Set()
  for (const d of documents) {
    if (!d.year && dated.has(d.work)) ordered.add(dated.get(d.work))
    ordered.add(d)
  }
  return [...ordered]
}

try {
  if (odd) {
    const sums = ask(`SELECT sha256 FROM v_library WHERE state = 'accepted' ORDER BY id LIMIT ${titles.length}`)
    sums.forEach(({ sha256 }, i) => run(sluice, ['edit', '-d', library, sha256, `--title=${titles[i]}`,
      ...authors.slice(i % 3).map(a => `--author=${a}`)]))
  }
  const documents = ask(`SELECT v.*, (SELECT COUNT(*) FROM document_references r WHERE r.document = v.id) AS "references",
      (SELECT f.confidence < 0.9 FROM document_fields f WHERE f.document = v.id AND f.name IN ('year', 'date') ORDER BY f.position LIMIT 1) AS guessed
    FROM v_library v WHERE v.state = 'accepted' ORDER BY v.id`)
  for (const d of documents) {
    d.work ??= d.sha256
    if (d.guessed) d.year = null // it is left out
  }
  const ordered = datedFirst(documents)
  await bibliographies(ordered, exported, told)
  await tables(ordered, exported, told)
  await files(ordered, exported, told)
  await web(ask, library, sluice, exported, told)
} finally {
  rmSync(scratch, { recursive: true })
}
process.exit(failed ? 1 : 0)
