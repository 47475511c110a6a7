/**
 * `npm run lock` after each change of dependencies: completes package-lock.json. npm leaves an entry as it is once the
 * name is there, also one without a hash of its content, and some registries answer without the packages of other
 * platforms. Entries without `integrity` are therefore taken out and asked for again; what is still incomplete
 * afterwards is named.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { incomplete, type Lock } from './lock-entries.ts'

const root = resolve(import.meta.dirname, '..')
const file = resolve(root, 'package-lock.json')
const read = () => JSON.parse(readFileSync(file, 'utf8')) as Lock

const lock = read()
const packages = Object.fromEntries(
  Object.entries(lock.packages).filter(
    ([place, { integrity, link }]) => place === '' || link === true || integrity !== undefined,
  ),
)
writeFileSync(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
const { status } = spawnSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], {
  cwd: root,
  stdio: 'inherit',
})
const left = incomplete(read())
for (const line of left) console.error(`LOCK_INCOMPLETE: ${line}`)
console.log(`package-lock.json: ${Object.keys(read().packages).length} entries, ${left.length} incomplete`)
process.exitCode = status !== 0 || left.length > 0 ? 1 : 0
