import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readFileSync, readSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { basename } from 'node:path'
import { WARCParser } from 'warcio'
import yauzl from 'yauzl'
import { run, same } from './run.mjs'

const sha256 = bytes => createHash('sha256').update(bytes).digest('hex')

const answers = ['response', 'revisit', 'resource']

// payloads reads all records of a WARC file and gives the hashes of the bodies that came.
async function payloads(source) {
  const hashes = new Set()
  for await (const record of new WARCParser(source)) {
    if (record.warcType === 'response' || record.warcType === 'resource') hashes.add(sha256(await record.readFully(true)))
    else await record.skipFully()
  }
  return hashes
}

// index looks every line of an index up: at its place there must be the record of its URL and status.
async function index(text, piece) {
  const lines = text ? text.trimEnd().split('\n') : []
  const wrong = []
  let before = ''
  for (const [at, line] of lines.entries()) {
    const [, key, time, json] = /^(\S+) (\d{14}) (\{.*\})$/.exec(line) ?? []
    let why = key ? '' : 'the line is none of CDXJ'
    if (!why && Buffer.compare(Buffer.from(before), Buffer.from(line)) > 0) why = 'the line is out of order'
    before = line
    if (!why) {
      const entry = JSON.parse(json)
      for await (const record of new WARCParser([new Uint8Array(piece(entry.filename, Number(entry.offset), Number(entry.length)))])) {
        why = same('URL', entry.url, record.warcTargetURI) ||
          (answers.includes(record.warcType) ? '' : `there is a ${record.warcType}`) ||
          same('time', time, record.warcDate.replace(/\D/g, '').slice(0, 14)) ||
          same('status', entry.status ?? '', String(record.httpHeaders?.statusCode ?? entry.status ?? ''))
        break
      }
    }
    if (why) wrong.push({ at, why: `line ${at + 1}: ${why}` })
  }
  return { total: lines.length, wrong }
}

// unpacked gives the entries of a ZIP file by name.
function unpacked(path) {
  return new Promise((resolve, reject) => yauzl.open(path, { lazyEntries: true }, (err, zip) => {
    if (err) return reject(err)
    const entries = new Map()
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', entry => zip.openReadStream(entry, (err, stream) => {
      if (err) return reject(err)
      const parts = []
      stream.on('error', reject)
      stream.on('data', part => parts.push(part))
      stream.on('end', () => { entries.set(entry.fileName, { bytes: Buffer.concat(parts), stored: entry.compressionMethod === 0 }); zip.readEntry() })
    }))
    zip.readEntry()
  }))
}

// wacz reads a WACZ as its specification has it.
async function wacz(path, pages, told) {
  const entries = await unpacked(path)
  const bytes = name => entries.get(name)?.bytes ?? Buffer.alloc(0)
  const manifest = JSON.parse(bytes('datapackage.json'))
  const wrong = manifest.resources.flatMap(r => {
    const why = !entries.has(r.path) ? 'it is missing' : same('hash', r.hash, 'sha256:' + sha256(bytes(r.path))) || same('size', r.bytes, bytes(r.path).length) ||
      (r.path.endsWith('.warc.gz') && !entries.get(r.path).stored ? 'it is compressed once more' : '')
    return why ? [{ at: r.path, why: `${r.path}: ${why}` }] : []
  })
  const named = new Set([...manifest.resources.map(r => r.path), 'datapackage.json', 'datapackage-digest.json'])
  for (const name of entries.keys()) if (!named.has(name)) wrong.push(`${name} is not in datapackage.json`)
  const digest = JSON.parse(bytes('datapackage-digest.json'))
  if (digest.hash !== 'sha256:' + sha256(bytes('datapackage.json'))) wrong.push('the digest of datapackage.json is wrong')
  if (!/^1\.1/.test(manifest.wacz_version) || manifest.profile !== 'data-package') wrong.push('it is no data package of WACZ 1.1')
  told('wacz', 'yauzl', manifest.resources.length, wrong)

  const name = [...entries.keys()].find(n => /^indexes\/.*\.(cdx|cdxj)(\.gz)?$/.test(n))
  const text = name.endsWith('.gz') ? gunzipSync(bytes(name)) : bytes(name)
  const found = await index(text.toString(), (file, offset, length) => bytes('archive/' + file).subarray(offset, offset + length))
  told('wacz/index', 'warcio', found.total, found.wrong)

  const [head, ...list] = bytes('pages/pages.jsonl').toString().trimEnd().split('\n').map(l => JSON.parse(l))
  const known = new Set(pages.map(p => p.url))
  const odd = list.filter(p => !known.has(p.url)).map(p => ({ at: p.url, why: `${p.url} is no page of the catalogue` }))
  if (head.format !== 'json-pages-1.0') odd.push('the list of pages has no head')
  if (list.length !== pages.length) odd.push(`${list.length} pages, ${pages.length} in the catalogue`)
  told('wacz/pages', 'node', pages.length, odd)
}

export async function web(ask, library, sluice, exported, told) {
  const hashes = await payloads(createReadStream(exported('warc')))
  const bodies = ask(`SELECT DISTINCT sha256 FROM v_urls WHERE outcome = 'fetched' AND file IS NOT NULL AND sha256 IS NOT NULL`)
  told('warc', 'warcio', bodies.length, bodies.filter(b => !hashes.has(b.sha256)).map(b => `no record has the body ${b.sha256}`))

  const paths = new Map(run(sluice, ['export', 'warc', '--list', '-d', library]).trimEnd().split('\n').map(p => [basename(p), p]))
  const found = await index(readFileSync(exported('cdxj'), 'utf8'), (file, offset, length) => {
    const bytes = Buffer.alloc(length)
    const f = openSync(paths.get(file))
    readSync(f, bytes, 0, length, offset)
    closeSync(f)
    return bytes
  })
  told('cdxj', 'warcio', found.total, found.wrong)
  await wacz(exported('wacz'), ask(`SELECT url FROM v_pages WHERE outcome = 'fetched' AND type = 'html'
    UNION ALL SELECT url FROM v_documents WHERE state = 'accepted' AND url NOT LIKE 'file:%'`), told)

  for (const [format, read, sql] of [['urls', l => l, 'SELECT url FROM v_urls'],
    ['catalogue', l => JSON.parse(l).url, `SELECT url FROM v_pages UNION ALL SELECT url FROM v_documents WHERE url NOT LIKE 'file:%'`]]) {
    const urls = ask(sql).map(r => r.url).sort()
    const got = readFileSync(exported(format), 'utf8').trimEnd().split('\n').map(read).filter(u => u).sort()
    const wrong = urls.flatMap((u, i) => (got[i] === u ? [] : [{ at: i, why: same('URL', u, got[i]) }]))
    if (got.length !== urls.length) wrong.push({ at: 'number', why: `${got.length} URLs, ${urls.length} in the catalogue` })
    told(format, 'node', urls.length, wrong)
  }
}
