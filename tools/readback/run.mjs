import { spawnSync } from 'node:child_process'

// run gives what a program prints, and throws with what it said when it fails.
export function run(program, args, input) {
  const done = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 30 })
  if (done.error) throw done.error
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr || `exit code ${done.status}`}`)
  return done.stdout
}

// plain is a text as it is compared: composed, without invisible characters, each white space one space.
export const plain = s => (s ?? '').normalize('NFC').replace(/\s+/g, ' ').replace(/[\p{Cf}\p{Cc}]/gu, c => (/[\u200C\u200D]/.test(c) ? c : '')).trim()

// differ compares records with the catalogue's, one by one in their order.
export function differ(documents, got, compare) {
  const wrong = []
  if (got.length !== documents.length) wrong.push({ at: 'number', why: `${got.length} records, ${documents.length} in the catalogue` })
  documents.forEach((d, i) => {
    const why = got[i] ? compare(d, got[i]) : 'it is missing'
    if (why) wrong.push({ at: i, why: `${d.sha256.slice(0, 12)}: ${why}` })
  })
  return wrong
}

// same says what differs; nothing when both are equal.
export function same(name, want, got) {
  return want === got ? '' : `${name} is ${JSON.stringify(got)}, the catalogue has ${JSON.stringify(want)}`
}
