/** package-lock.json against the versions that may be installed (reliability.md I1, I2). */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '../boundaries/import-table.ts'
import { incomplete, type Lock } from '../../scripts/lock-entries.ts'
import { BANNED, INSTALL_SCRIPTS, MINIMUM } from './rules.ts'

interface Installed {
  readonly version: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly link?: boolean
  readonly integrity?: string
  readonly hasInstallScript?: boolean
}
interface Found extends Installed {
  readonly name: string
  readonly place: string
}

const root = repositoryRoot()
/**
 * bench/peers is left out: it holds what other products ship, in the versions they ship it, and is measured, never
 * shipped.
 */
const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')

/** Every copy of every package of a lock file, the nested ones too. */
function installed(text: string): Found[] {
  const { packages } = JSON.parse(text) as { packages: Record<string, Installed> }
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, one]) => ({ ...one, place, name: place.split('node_modules/').at(-1) ?? '' }))
}

/** Negative when `a` is older. A prerelease counts as its release. */
function compareVersions(a: string, b: string): number {
  const [one, other] = [a, b].map((version) => version.split(/[-+]/)[0]?.split('.').map(Number) ?? [])
  for (let at = 0; at < 3; at++) {
    const difference = (one?.[at] ?? 0) - (other?.[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function problems(text: string): string[] {
  return installed(text).flatMap(({ name, version, place, dev, hasInstallScript }) => [
    ...MINIMUM.filter((rule) => rule.package === name && compareVersions(version, rule.version) < 0).map(
      (rule) => `${place} ${version}: at least ${rule.version} (${rule.reason})`,
    ),
    ...(BANNED[name] === undefined ? [] : [`${place} ${version}: banned (${BANNED[name]})`]),
    ...(hasInstallScript === true && (INSTALL_SCRIPTS[name] === undefined || dev !== true)
      ? [`${place} ${version}: runs a script when it is installed`]
      : []),
  ])
}

describe('what is planted is found', () => {
  const planted = (place: string, one: Partial<Installed>) =>
    JSON.stringify({ packages: { '': {}, [place]: { version: '1.0.0', ...one } } })

  test('a version that is too old, nested or not', () => {
    expect(problems(planted('node_modules/ajv', { version: '8.17.9' }))).toHaveLength(1)
    expect(problems(planted('node_modules/x/node_modules/fastify', { version: '5.9.0' }))).toHaveLength(1)
    expect(problems(planted('node_modules/ajv', { version: '8.18.0' }))).toEqual([])
    expect(problems(planted('node_modules/ajv', { version: '10.0.0' }))).toEqual([])
  })

  test('an entry without its content, of another platform too, one with an address, and one that is not there', () => {
    const found = (packages: Lock['packages']) => incomplete({ packages }).length
    const pinned = { version: '1.0.0', integrity: 'sha512-x' }
    expect(found({ '': {}, 'node_modules/x': pinned })).toBe(0)
    expect(found({ '': {}, 'node_modules/x': { version: '1.0.0', optional: true, os: ['win32'] } })).toBe(1)
    expect(found({ '': {}, 'node_modules/x': { ...pinned, resolved: 'https://registry.example.com/x.tgz' } })).toBe(1)
    expect(found({ '': {}, 'node_modules/x': { ...pinned, optionalDependencies: { 'x-win32': '1.0.0' } } })).toBe(1)
    expect(
      found({
        '': {},
        'node_modules/x': { ...pinned, optionalDependencies: { 'x-win32': '1.0.0' } },
        'node_modules/x/node_modules/x-win32': pinned,
      }),
    ).toBe(0)
    expect(
      found({
        '': {},
        'node_modules/x': { ...pinned, peerDependencies: { y: '1' }, peerDependenciesMeta: { y: { optional: true } } },
      }),
    ).toBe(0)
  })

  test('a banned package, and a script at install', () => {
    expect(problems(planted('node_modules/xlsx', { version: '0.20.3' }))).toHaveLength(1)
    expect(problems(planted('node_modules/new', { hasInstallScript: true, dev: true }))).toHaveLength(1)
    expect(problems(planted('node_modules/esbuild', { hasInstallScript: true }))).toHaveLength(1)
    expect(problems(planted('node_modules/esbuild', { hasInstallScript: true, dev: true }))).toEqual([])
  })
})

test('the lock file has no version that is too old and no banned package', () => {
  expect(problems(lock)).toEqual([])
})

test('nothing that runs later runs a script when it is installed, and what may is still there', () => {
  const scripted = installed(lock).filter(({ hasInstallScript }) => hasInstallScript === true)
  expect(scripted.filter(({ dev }) => dev !== true).map(({ place }) => place)).toEqual([])
  expect(scripted.map(({ name }) => name).toSorted()).toEqual(Object.keys(INSTALL_SCRIPTS).toSorted())
})

test('npm 12, which runs no script at install unless it is named, knows each of them', () => {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>
  }
  expect(Object.keys(allowScripts).toSorted()).toEqual(Object.keys(INSTALL_SCRIPTS).toSorted())
  expect(allowScripts.node).toBe(true)
})

test('every package of every platform is in the lock file, pinned by its content and without the address of a registry', () => {
  expect(incomplete(JSON.parse(lock) as Lock)).toEqual([])
})

test('npm ci takes the lock file as it is, with nothing but itself to read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aforo-lock-'))
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(root, file), join(folder, file))
    // Offline and with an empty cache: anything that the lock leaves open would need a request.
    const { status, stderr } = spawnSync(
      'npm',
      ['ci', '--dry-run', '--offline', '--ignore-scripts', '--cache', join(folder, 'cache'), '--loglevel', 'error'],
      { cwd: folder, encoding: 'utf8', env: { ...process.env, HOME: folder, npm_config_update_notifier: 'false' } },
    )
    expect([status, stderr]).toEqual([0, ''])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('every dependency of ours is asked for in one exact version', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  expect(
    Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    ),
  ).toEqual([])
})
