/**
 * The server as JavaScript, held to what Node does with it. Making the whole package and installing it is `npm run
 * check:install`.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Lock } from '../lock-entries.ts'
import { lockedFor, nameAt } from './locked.ts'
import { moduleOf, productionImports, serverFiles } from './server-files.ts'

const root = resolve(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  imports: Record<string, string>
  dependencies: Record<string, string>
}
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock

describe('a module', () => {
  test('loses its types and keeps its lines and columns; names of modules end in .js', () => {
    const { text, imports } = moduleOf(
      "import type { A } from './a.ts'\nimport { b } from './b.ts'\nexport * from '#domain/c'\nconst d: A = b as A; " +
        "const e = () => import('./e.tsx')\n",
    )
    expect(text.split('\n')[1]).toBe("import { b } from './b.js'")
    expect(text.split('\n')[3]).toBe("const d    = b     ; const e = () => import('./e.js')")
    expect(imports).toEqual(['./b.ts', '#domain/c', './e.tsx'])
  })

  test('is asked for in threads, processes and patterns too; sentences that name a file stay', () => {
    const { text, names } = moduleOf(
      "new URL('./w.ts', import.meta.url); globSync('widgets/*/{index,model}.ts'); say('see a.ts'); say('see the " +
        "file a.ts')",
    )
    expect(text).toBe(
      "new URL('./w.js', import.meta.url); globSync('widgets/*/{index,model}.js'); say('see a.ts'); say('see the " +
        "file a.ts')",
    )
    expect(names).toEqual(['./w.ts', 'widgets/*/{index,model}.ts'])
  })
})

describe('the server of this version', () => {
  const { files, packages } = serverFiles(root, manifest.imports)

  test('has every thread, process and command, and no tests, stories or views', () => {
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'server/main.js',
        'server/serve.js',
        'server/cli/user.js',
        'server/modules/uploads/parse.worker.js',
        'server/modules/imports/reading/read-process.js',
        'server/modules/holidays/official-worker.js',
        'layouts/foot-compare.json',
        'schemas/entities/client.schema.json',
        'src/i18n/locales/errors/ca.json',
        'server/modules/mail/texts/ca.json',
        'widgets/bar-chart/model.js',
        'widgets/bar-chart/generated/options.guard.js',
      ]),
    )
    expect([...files.keys()].filter((path) => /\.(test|stories)\.|\/testing\/|\.tsx?$|fixtures/.test(path))).toEqual([])
  })

  test('asks for packages only that are dependencies of production, and for no package of development', () => {
    expect(packages.filter((name) => manifest.dependencies[name] === undefined)).toEqual([])
    expect(Object.entries(lockedFor(lock, packages)).filter(([place]) => lock.packages[place]?.dev === true)).toEqual(
      [],
    )
  })

  test('brings no package that draws a page along', () => {
    const names = Object.keys(lockedFor(lock, packages)).map(nameAt)
    expect(names.filter((name) => /^(@?react|scheduler$|prop-types$|clsx$|echarts|monaco)/.test(name))).toEqual([])
  })

  test('takes along the files of the one part of such a package that it uses, whole and unchanged', () => {
    const own = [...files.keys()].filter((path) => path.startsWith('vendor/'))
    expect(own).toContain('vendor/react-grid-layout/dist/core.mjs')
    for (const path of own) {
      const text = readFileSync(join(root, path.replace('vendor', 'node_modules')), 'utf8')
      expect([path, files.get(path)]).toEqual([path, text])
      const asked = path.endsWith('.mjs') ? moduleOf(text).imports : []
      expect(asked.filter((one) => !own.includes(join(path, '..', one)))).toEqual([])
    }
    expect(files.get('src/engine/core/document/grids.js')).toContain(
      "from '../../../../vendor/react-grid-layout/dist/core.mjs'",
    )
  })

  test('finds every module of its own under the names it asks for', () => {
    const imports = Object.entries(productionImports(manifest.imports, files))
    const missing: string[] = []
    for (const [path, text] of files) {
      if (!path.endsWith('.js')) continue
      for (const specifier of moduleOf(text).imports.filter((one) => /^[.#]/.test(one) && !one.endsWith('/view.js'))) {
        const targets = specifier.startsWith('.')
          ? [join(path, '..', specifier)]
          : imports.flatMap(([name, target]) => {
              const head = name.replace('*', '')
              return specifier.startsWith(head) ? [join(target.replace('*', specifier.slice(head.length)))] : []
            })
        if (!targets.some((target) => target === 'package.json' || files.has(target.replaceAll('\\', '/'))))
          missing.push(`${path}: ${specifier}`)
      }
    }
    expect(missing).toEqual([])
  })
})

describe('what is locked', () => {
  const pinned = (more: object = {}) => ({ version: '1.0.0', integrity: 'sha512-x', ...more })
  const packages = {
    '': {},
    'node_modules/a': pinned({ dependencies: { b: '1' }, optionalDependencies: { 'a-win32': '1' } }),
    'node_modules/a/node_modules/b': pinned({ version: '2.0.0' }),
    'node_modules/a-win32': pinned({ optional: true, os: ['win32'] }),
    'node_modules/b': pinned({ dev: true }),
    'node_modules/c': pinned({ peerDependencies: { d: '1' } }),
    'node_modules/d': pinned({ devOptional: true }),
  }

  test('is what the names lead to, nested as it is, for every platform', () => {
    expect(lockedFor({ packages }, ['a'])).toEqual({
      'node_modules/a': packages['node_modules/a'],
      'node_modules/a/node_modules/b': pinned({ version: '2.0.0' }),
      'node_modules/a-win32': pinned({ optional: true, os: ['win32'] }),
    })
    expect(lockedFor({ packages }, ['c'])).toEqual({
      'node_modules/c': packages['node_modules/c'],
      'node_modules/d': pinned(),
    })
  })

  test('is refused when something is not there', () => {
    expect(() =>
      lockedFor({ packages: { '': {}, 'node_modules/a': pinned({ dependencies: { b: '1' } }) } }, ['a']),
    ).toThrow('PACKAGE_NOT_LOCKED: node_modules/a asks for b')
  })
})
