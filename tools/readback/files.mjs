import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { differ, plain, run, same } from './run.mjs'

const lists = ['index.html', 'catalogue.jsonl']

// listed gives the documents of a folder as its catalogue names them, in the catalogue's order.
function listed(documents, dir) {
  const lines = readFileSync(join(dir, 'catalogue.jsonl'), 'utf8').trimEnd().split('\n').map(l => JSON.parse(l))
  const here = new Set(readdirSync(dir).filter(n => !lists.includes(n)))
  const stray = [...here].filter(n => !lines.some(l => l.file === n)).map(n => ({ at: n, why: `${n} is not in the catalogue of the folder` }))
  return { lines, stray }
}

// meta gives the value of pandoc's metadata as text.
function meta(node) {
  switch (node?.t) {
    case 'MetaString': return node.c
    case 'MetaList': return node.c.map(meta)
    case 'MetaMap': return node.c
    case 'MetaInlines': case 'MetaBlocks': return words(node.c)
  }
}

// words gives the text of pandoc's blocks and inlines.
function words(nodes) {
  return nodes.map(n => {
    switch (n.t) {
      case 'Str': return n.c
      case 'Space': case 'SoftBreak': case 'LineBreak': return ' '
      case 'Code': case 'Math': case 'RawInline': return n.c[1]
      case 'Quoted': case 'Link': case 'Span': return words(n.c[1])
    }
    return Array.isArray(n.c) ? words(n.c.flat(2).filter(c => c?.t)) : ''
  }).join('')
}

// markdown compares a file of Markdown: its metadata, its first heading, and that there is nothing but text in it.
function markdown(d, dir, line) {
  const read = JSON.parse(run('pandoc', ['-f', 'commonmark+yaml_metadata_block', '-t', 'json', join(dir, line.file)]))
  const odd = read.blocks.find(b => !['Para', 'Header', 'Plain'].includes(b.t))
  return same('sha256', d.sha256, meta(read.meta.sha256)) ||
    (d.title && same('heading', plain(d.title), plain(words(read.blocks[0].c[2])))) ||
    same('number of references', d.references, (meta(read.meta.references) ?? []).length) ||
    (odd ? `there is a ${odd.t} in its text` : '')
}

// file compares a document's file by its hash, and a PDF by the pages that poppler counts.
function file(d, dir, line) {
  const path = join(dir, line.file)
  if (!existsSync(path)) return `${line.file} is missing`
  const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
  const why = same('hash', d.sha256, hash) || same('listed hash', d.sha256, line.sha256) || same('original name', d.name ?? '', line.name)
  if (why || d.type !== 'pdf' || d.wrapped || d.cut) return why
  return same('number of pages', d.pages, Number(/^Pages:\s+(\d+)/m.exec(run('pdfinfo', [path]))?.[1]))
}

export async function files(documents, exported, told) {
  for (const [format, reader, compare, ...options] of [
    ['markdown', 'pandoc', markdown], ['folder', 'poppler', file], ['folder', 'poppler', file, '--names', 'original']]) {
    const dir = exported(format, ...options)
    const { lines, stray } = listed(documents, dir)
    told([format, ...options].join(' '), reader, documents.length, [...stray, ...differ(documents, lines, (d, line) => compare(d, dir, line))])
  }
}
