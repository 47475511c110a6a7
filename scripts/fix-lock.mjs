/**
 * Adds a stub per optional dependency that the lock file lacks. Registries that carry no foreign-platform packages leave them
 * out on `npm install`, and `npm ci` then refuses the lock ("Missing: … from lock file"). A stub names version and platform only.
 * Run after each change of dependencies: `node scripts/fix-lock.mjs`.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const packages = lock.packages
const OS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'win32', 'aix', 'sunos']
const CPU = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32']
const pick = (words, name) => words.find((word) => new RegExp(`(^|[-/])${word}(le)?([-]|$)`).test(name))
let stubs = 0
for (const [at, entry] of Object.entries({ ...packages })) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (packages[`node_modules/${name}`] || packages[`${at}/node_modules/${name}`]) continue
    const os = pick(OS, name)
    const cpu = pick(CPU, name)
    packages[`node_modules/${name}`] = { version: range.replace(/^[\^~]/, ''), ...(entry.dev && { dev: true }), optional: true, ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }) }
    stubs++
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`package-lock.json: ${stubs} stubs added`)
