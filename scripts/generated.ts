/**
 * Types and guards come from the schemas and are not in git. This writes them where they do not belong to the schemas
 * that are there: after `npm install`, and before the page is built, the demo, the development server, the stories or a
 * test begins. `npm run schemas` writes them in any case.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const STAMP = 'schemas/generated/.stamp'
const SCHEMAS = ['schemas/**/*.schema.json', 'widgets/*/options.schema.json']
/** Further inputs of the generated files. */
const WRITERS = ['scripts/schemas.ts', 'scripts/schema-code.ts', 'package-lock.json']
const WRITTEN = ['schemas/generated/**/*.{ts,js}', 'widgets/*/generated/*']

/** Of the contents of the schemas, and of the names of what was written: a deleted file is written again. */
function stampOf(): string {
  const hash = createHash('sha256')
  for (const file of globSync([...SCHEMAS, ...WRITERS], { cwd: root }).toSorted())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.update(globSync(WRITTEN, { cwd: root }).toSorted().join('\n')).digest('hex')
}

/** Throws SCHEMAS_FAILED when they cannot be written; the cause was printed by then. */
export function writeGenerated(): void {
  const stamp = join(root, STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf()) return
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/schemas.ts')], { cwd: root, stdio: 'inherit' })
  if (status !== 0)
    throw new Error(`SCHEMAS_FAILED: types and guards could not be written (npm run schemas ended with ${status}).`)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, stampOf())
}

if (import.meta.main) writeGenerated()
