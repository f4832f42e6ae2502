import { readFileSync } from 'node:fs'
import { Cite } from '@citation-js/core'
import '@citation-js/plugin-bibtex'
import '@citation-js/plugin-csl'
import '@citation-js/plugin-ris'
import { differ, plain, run, same } from './run.mjs'

// unmarked takes off the tags by which CSL marks letters, such as those whose case stands.
const unmarked = s => plain((s ?? '').replace(/<\/?(?:span|i|b|sub|sup)\b[^>]*>/g, ''))

// entry compares an entry in CSL: its title, the number of authors, the year, and the DOI. Pandoc makes English titles of BibTeX lower
// case, as CSL wants them.
function entry(d, got, fold = s => s) {
  return (d.title && same('title', fold(unmarked(d.title)), fold(unmarked(got.title)))) ||
    same('number of authors', d.authors ? d.authors.split('; ').length : 0, (got.author ?? []).length) ||
    same('year', d.year ?? 0, Number(got.issued?.['date-parts']?.[0]?.[0] ?? 0)) ||
    (d.doi && same('DOI', d.doi.toLowerCase(), (got.DOI ?? '').toLowerCase()))
}

// bibliographies have an entry for each work.
export async function bibliographies(all, exported, told) {
  const documents = all.filter((d, i) => all.findIndex(e => e.work === d.work) === i)
  const print = s => s.replace(/[‘’“”`"]/g, "'") // pandoc makes quotes those of print
  const tex = s => print(s.toLowerCase()).replace(/[{}]/g, '').replace(/ +/g, ' ') // and knows no \textbraceleft
  for (const [format, type, pandoc, fold] of [['bibtex', '@bibtex/text', 'bibtex', tex], ['ris', '@ris/file'], ['csl-json', '@else/json', 'csljson', print]]) {
    const path = exported(format)
    const read = new Cite(readFileSync(path, 'utf8'), { generateGraph: false, forceType: type }).data
    told(format, 'citation-js', documents.length, differ(documents, read, (d, e) => entry(d, e)))
    if (pandoc) {
      const read = JSON.parse(run('pandoc', ['-f', pandoc, '-t', 'csljson', path]))
      told(format, 'pandoc', documents.length, differ(documents, read, (d, e) => entry(d, e, fold)))
    }
  }
}
