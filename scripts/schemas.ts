/**
 * Writes the types and the standalone guards of every `*.schema.json` (schemas/ and widgets/<type>/), and the reference
 * pages of docs that are made of them: docs/widgets.md and docs/sources.md.
 * `npm run schemas` writes; `npm run schemas -- my-widget` only what belongs to that name; `npm run schemas -- --check`
 * exits 1 when anything generated is stale.
 */
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { guardCode, guarded, schemaFiles, typesCode } from './schema-code.ts'

const root = resolve(import.meta.dirname, '..')
const check = process.argv.includes('--check')
/** Widget types or names of schemas: only these are looked at, which takes a second instead of five. */
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const isChosen = (file: string) =>
  only.length === 0 || only.some((name) => file.includes(`/${name}/`) || basename(file, '.schema.json') === name)

const schemas = new Map<string, object>()
for await (const file of glob(['schemas/**/*.schema.json', 'widgets/*/options.schema.json'], { cwd: root })) {
  schemas.set(file.replaceAll('\\', '/'), JSON.parse(await readFile(join(root, file), 'utf8')) as object)
}
const files = schemaFiles(schemas)
const withGuard = guarded(files)
const chosen = files.filter(({ file }) => isChosen(file))
if (chosen.length === 0) {
  console.error(
    `SCHEMAS_UNKNOWN: there is no schema of ${only.join(', ')}; expected a widget's type or the name of a schema.`,
  )
  process.exit(1)
}
const outputs = new Map<string, string>()
for (const source of chosen) {
  if (withGuard.has(source)) outputs.set(source.guard, guardCode(source))
  outputs.set(source.types, await typesCode(source, withGuard.has(source)))
}

let stale = 0
async function keep(file: string, text: string): Promise<void> {
  const path = join(root, file)
  const old = await readFile(path, 'utf8').catch(() => null)
  if (old === text) return
  stale++
  if (check) {
    console.error(`SCHEMAS_STALE: ${file} does not match its schema; run npm run schemas.`)
    return
  }
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
for (const [file, text] of outputs) await keep(file, text)
for await (const file of only.length > 0
  ? []
  : glob(['schemas/generated/**/*.{ts,js}', 'widgets/*/generated/*'], { cwd: root })) {
  if (outputs.has(file)) continue
  stale++
  if (check) console.error(`SCHEMAS_STALE: ${file} has no schema any more; run npm run schemas.`)
  else await rm(join(root, file))
}
// The definitions import what was just written, so they are read last.
if (!check || stale === 0) {
  const { referencePages } = await import('./reference/read.ts')
  for (const [file, text] of await referencePages()) await keep(file, text)
}
if (check && stale > 0) process.exit(1)
if (!check) console.log(`schemas: ${chosen.length} schemas, ${stale} files written`)
