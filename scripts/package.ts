/**
 * `npm run package` writes dist/package/aforo-VERSION.tgz, which is all that a production machine needs besides Node
 * and npm: the built page, the server as plain JavaScript, exact versions of its packages, licences, bill of materials,
 * and how to run it. Two runs give the same bytes.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { writeGenerated } from './generated.ts'
import type { Lock } from './lock-entries.ts'
import { lockedFor, nameAt } from './package/locked.ts'
import { notice, type Part } from './package/notice.ts'
import { buildPage } from './package/page.ts'
import { sbom } from './package/sbom.ts'
import { productionImports, serverFiles } from './package/server-files.ts'

const here = resolve(import.meta.dirname, '..')
/** Passed on as they are. */
const COPIED = ['CHANGELOG.md', 'LICENSE', 'docs/*.md', 'docs/deploy/*']
/**
 * The supported Node versions, as `npm run check:install` tries them; the repository's own range is that of npm ci,
 * which brings its Node.
 */
const ENGINES = { node: '>=24.7' }
const QUIET = 'node --disable-warning=ExperimentalWarning'

interface Manifest {
  name: string
  version: string
  description: string
  license: string
  imports: Record<string, string>
  dependencies: Record<string, string>
}

export interface Packed {
  readonly file: string
  readonly sha256: string
  readonly bytes: number
}

/**
 * Makes the package of a repository, this one if none is named, in a folder, which is emptied. Throws
 * PACKAGE_MODULE_MISSING and PACKAGE_NOT_LOCKED.
 */
export async function makePackage(out: string, root = here): Promise<Packed> {
  writeGenerated()
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const { name, version, description, license } = manifest
  const folder = join(out, `${name}-${version}`)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }

  const inPage = await buildPage(root, join(folder, 'dist/app'))
  const { files, packages, vendored } = serverFiles(root, manifest.imports)
  for (const [path, text] of files) write(path, text)
  for (const path of globSync(COPIED, { cwd: root })) cpSync(join(root, path), join(folder, path))

  const dependencies = Object.fromEntries(packages.map((one) => [one, exactVersion(manifest, one)]))
  const entries = lockedFor(lock, packages)
  const own = {
    name,
    version,
    description,
    license,
    private: true,
    type: 'module',
    engines: ENGINES,
    imports: productionImports(manifest.imports, files),
    scripts: {
      start: `${QUIET} server/main.js`,
      ...Object.fromEntries(
        globSync('server/cli/*.js', { cwd: folder })
          .toSorted()
          .map((file) => [basename(file, '.js'), `${QUIET} ${file.replaceAll('\\', '/')}`]),
      ),
      warm: `${QUIET} server/warm.js`,
    },
    dependencies,
  }
  write('package.json', `${JSON.stringify(own, null, 2)}\n`)
  const locked = { '': { name, version, license, dependencies, engines: ENGINES }, ...entries }
  write(
    'npm-shrinkwrap.json',
    `${JSON.stringify({ name, version, lockfileVersion: 3, requires: true, packages: locked }, null, 2)}\n`,
  )

  const page = Object.fromEntries(inPage.map((place) => [place, lock.packages[place] ?? {}]))
  const taken = Object.fromEntries(
    vendored.map((one) => [`node_modules/${one}`, lock.packages[`node_modules/${one}`] ?? {}]),
  )
  const all = { ...page, ...taken, ...entries }
  const parts = Object.entries(all)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([place, entry]): Part => ({
      place,
      entry,
      of: [
        ...(place in page ? ['page' as const] : []),
        ...(place in entries ? ['server' as const] : []),
        ...(place in taken ? ['vendor' as const] : []),
      ],
    }))
  write('NOTICE', notice(root, parts))
  const bill = {
    ...dependencies,
    ...Object.fromEntries(
      inPage
        .filter((place) => place.lastIndexOf('node_modules/') === 0)
        .map((place) => [nameAt(place), page[place]?.version ?? '']),
    ),
    ...Object.fromEntries(vendored.map((one) => [one, exactVersion(manifest, one)])),
  }
  const partsOf = new Map(parts.map(({ place, entry, of }) => [`${nameAt(place)}@${entry.version}`, of]))
  write(
    'sbom.cdx.json',
    sbom({
      name,
      version,
      license,
      entries: { ...lockedFor(lock, Object.keys(bill)), ...entries },
      dependencies: bill,
      partsOf: (one) => partsOf.get(one) ?? [],
    }),
  )
  // With any umask of the builder: all may read, only the owner may write.
  for (const path of globSync('**/*', { cwd: folder }))
    chmodSync(join(folder, path), statSync(join(folder, path)).isDirectory() ? 0o755 : 0o644)

  execFileSync('npm', ['pack', '--pack-destination', out, '--ignore-scripts', '--loglevel', 'error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const file = join(out, `${name}-${version}.tgz`)
  const bytes = readFileSync(file)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  writeFileSync(`${file}.sha256`, `${sha256}  ${basename(file)}\n`)
  return { file, sha256, bytes: bytes.length }
}

/**
 * Throws PACKAGE_NOT_LOCKED for a package that the server asks for and package.json names for development only, or not
 * at all.
 */
function exactVersion({ dependencies }: Manifest, name: string): string {
  const version = dependencies[name]
  if (version === undefined)
    throw new Error(
      `PACKAGE_NOT_LOCKED: the server asks for ${name}; expected it among the dependencies of package.json.`,
    )
  return version
}

if (import.meta.main) {
  try {
    const { file, sha256, bytes } = await makePackage(join(here, 'dist/package'))
    console.log(`${file} (${(bytes / 1e6).toFixed(1)} MB)\nsha256 ${sha256}`)
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause)
    process.exit(1)
  }
}
