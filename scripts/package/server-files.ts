/**
 * The server's program as plain JavaScript, file for file: types are taken out as Node itself does it, so lines and
 * columns stay those of the sources, and names of modules end in .js. Plain, because Node takes no types out below
 * node_modules, and because a thread then carries no compiler.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin, stripTypeScriptTypes } from 'node:module'
import { join, posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

/** Where a program starts or what is loaded by a name that is put together; everything else follows from imports. */
const ENTRIES = [
  'server/main.ts',
  'server/serve.ts',
  'server/warm.ts',
  'server/cli/*.ts',
  'widgets/*/{index,model}.ts',
  'widgets/*/generated/options.guard.js',
]
/** Files that the server reads, besides modules. */
const ASSETS = [
  'layouts/*.json',
  'schemas/{entities,api,data}/*.schema.json',
  'schemas/*.schema.json',
  'src/i18n/locales/*/*.json',
  'widgets/*/i18n/*.json',
  'widgets/*/options.schema.json',
  'server/modules/mail/texts/*.json',
  'server/modules/openapi/page-script.js',
]
/**
 * Files of packages that draw a page, of which the server needs a part that asks for nothing else: these go along, so
 * that React and the like are not installed beside the server.
 */
const VENDORED: Readonly<Record<string, string>> = {
  'react-grid-layout/core': 'react-grid-layout/dist/core.mjs',
}
const NOT_SHIPPED = /\.(test|stories|e2e)\.tsx?$/

/** Also patterns of files, and a file beside the one that names it. */
const MODULE_NAME = /^[^\s:]+\.tsx?$/

export interface ServerFiles {
  /** Text by its path in the package. */
  readonly files: ReadonlyMap<string, string>
  /** Names of the npm packages that some file asks for. */
  readonly packages: readonly string[]
  /** Names of those of which some files go along. */
  readonly vendored: readonly string[]
}

type Imports = Readonly<Record<string, string>>

export const asJavaScript = (path: string) => path.replace(/\.tsx?$/, '.js')

/** `@scope/name` or `name` of what an import asks for. */
const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/**
 * The text of a module without types, and what it asks for. Every name that ends in .ts or .tsx is that of a module; in
 * it the ending is changed.
 */
export function moduleOf(text: string): {
  readonly text: string
  readonly imports: readonly string[]
  readonly names: readonly string[]
} {
  const stripped = stripTypeScriptTypes(text)
  const { program, module, errors } = parseSync('module.js', stripped)
  if (errors[0] !== undefined) throw new Error(errors[0].message)
  const literals: { readonly start: number; readonly end: number; readonly value: string }[] = []
  new Visitor({
    Literal({ start, end, value }) {
      if (typeof value === 'string') literals.push({ start, end, value })
    },
  }).visit(program)
  const imports = new Set([
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(
      ({ moduleRequest: { start } }) => literals.find((literal) => literal.start === start)?.value ?? [],
    ),
  ])
  const names = literals.filter(({ value }) => MODULE_NAME.test(value))
  let out = ''
  let from = 0
  for (const { start, end } of names.toSorted((a, b) => a.start - b.start)) {
    out += stripped.slice(from, start) + stripped.slice(start, end).replace(/\.tsx?(?=.$)/, '.js')
    from = end
  }
  return { text: out + stripped.slice(from), imports: [...imports], names: names.map(({ value }) => value) }
}

/** A file of a package with those it asks for, and the licence, by their paths in the package that is made. */
function vendoredFiles(root: string, file: string): Map<string, string> {
  const name = packageName(file)
  const files = new Map([[`vendor/${name}/LICENSE`, readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8')]])
  const waiting = [file]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const text = readFileSync(join(root, 'node_modules', next), 'utf8')
    files.set(`vendor/${next}`, text)
    for (const one of moduleOf(text).imports) {
      const path = posix.join(posix.dirname(next), one)
      if (!one.startsWith('.'))
        throw new Error(`PACKAGE_MODULE_MISSING: ${next} asks for ${one}; expected its own files.`)
      if (!files.has(`vendor/${path}`)) waiting.push(path)
    }
  }
  return files
}

/** The path of our own module; null for a package. Throws PACKAGE_MODULE_MISSING. */
function pathOf(root: string, file: string, specifier: string, imports: Imports): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  if (!specifier.startsWith('#')) return null
  for (const [pattern, target] of Object.entries(imports)) {
    const [head = '', tail] = pattern.split('*')
    if (specifier === pattern) return posix.normalize(target)
    if (tail !== undefined && specifier.startsWith(head)) {
      const path = posix.normalize(target.replace('*', specifier.slice(head.length)))
      if (existsSync(join(root, path))) return path
    }
  }
  throw new Error(`PACKAGE_MODULE_MISSING: ${file} asks for ${specifier}; expected one of the imports of package.json.`)
}

/**
 * Everything that the server may load or read, from the entries on. Throws PACKAGE_MODULE_MISSING for a module that is
 * not there.
 */
export function serverFiles(root: string, imports: Imports): ServerFiles {
  const files = new Map<string, string>()
  const packages = new Set<string>()
  const vendored = new Set<string>()
  const waiting = globSync(ENTRIES, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !NOT_SHIPPED.test(path))
  const seen = new Set(waiting)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (!existsSync(join(root, path)))
      throw new Error(`PACKAGE_MODULE_MISSING: ${path} is asked for and does not exist.`)
    const text = readFileSync(join(root, path), 'utf8')
    // package.json is written anew, with the same version.
    if (path.endsWith('.json')) {
      if (path !== 'package.json') files.set(path, text)
      continue
    }
    const made = moduleOf(text)
    let script = made.text
    const specifier = [...made.imports, ...made.names.filter((name) => name.startsWith('./') && !name.includes('*'))]
    for (const one of specifier) {
      // Views are drawn by browsers and are in the built page.
      if (one.endsWith('.tsx') || isBuiltin(one)) continue
      const taken = VENDORED[one]
      if (taken !== undefined) {
        vendored.add(packageName(one))
        for (const [name, content] of vendoredFiles(root, taken)) files.set(name, content)
        script = script.replaceAll(`'${one}'`, `'${posix.relative(posix.dirname(path), `vendor/${taken}`)}'`)
        continue
      }
      const next = pathOf(root, path, one, imports)
      if (next === null) packages.add(packageName(one))
      else if (!seen.has(next)) {
        seen.add(next)
        waiting.push(next)
      }
    }
    files.set(asJavaScript(path), script)
  }
  for (const path of globSync(ASSETS, { cwd: root }))
    files.set(path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8'))
  return {
    files: new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    packages: [...packages].toSorted(),
    vendored: [...vendored].toSorted(),
  }
}

/** The imports of package.json with their targets in JavaScript; those that no shipped file can meet are left out. */
export function productionImports(imports: Imports, files: ReadonlyMap<string, string>): Imports {
  const paths = [...files.keys()].map((path) => `./${path}`)
  return Object.fromEntries(
    Object.entries(imports)
      .map(([name, target]) => [name, asJavaScript(target)] as const)
      .filter(([, target]) => {
        const [head = '', tail] = target.split('*')
        return paths.some((path) => (tail === undefined ? path === target : path.startsWith(head)))
      }),
  )
}
