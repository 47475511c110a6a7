/**
 * Who may import whom: the table of ARCHITECTURE.md as data, and the rule that reads it.
 * A place is a folder; a file belongs to the longest place that holds it.
 */
import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type EcmaScriptModule, parseSync } from 'oxc-parser'

export interface Violation {
  readonly file: string
  readonly target: string
  readonly why: string
}

interface Rule {
  /** Places this one may import besides itself. */
  readonly may: readonly string[]
  /** Bare packages it may not import. */
  readonly never?: readonly RegExp[]
  /** Source patterns that may not occur: the network, a store, a clock. */
  readonly without?: readonly { readonly pattern: RegExp; readonly what: string }[]
}

const NETWORK = {
  pattern: /\b(fetch|XMLHttpRequest|EventSource|WebSocket|navigator\.sendBeacon)\s*\(/,
  what: 'the network',
}
const BROWSER_UI = [/^react/, /^echarts/, /^zustand/, /^@tanstack/]
/** One folder knows it: `server/facts/duckdb`. */
const DUCKDB = /^@duckdb/
const SERVER_ONLY = [/^fastify/, /^@fastify/, /^kysely/, /^pg$/, DUCKDB, /^node:/]

/** The rooms of the engine's core, lowest first: each may use those below it, none looks up. */
const CORE = 'src/engine/core'
const [DOCUMENT, PARAMS, KINDS, GRAPH, RUN] = ['document', 'params', 'kinds', 'graph', 'run'].map(
  (room) => `${CORE}/${room}`,
) as [string, string, string, string, string]
const ROOMS = [DOCUMENT, PARAMS, KINDS, GRAPH, RUN]

/** A room may see the contract, the rooms that are named, and what the whole core may see. */
const room = (...below: readonly string[]): Rule => ({
  may: ['src/engine', ...below, 'src/domain', 'schemas'],
  // The core of react-grid-layout is arithmetic: it knows no React.
  never: [/^react(?!-grid-layout\/core$)/, /^echarts/, ...SERVER_ONLY],
  without: [NETWORK],
})

export const RULES: Readonly<Record<string, Rule>> = {
  schemas: { may: [] },
  'src/domain': { may: ['schemas'], never: [...BROWSER_UI, ...SERVER_ONLY], without: [NETWORK] },
  'src/ui': { may: ['src/domain'], never: SERVER_ONLY, without: [NETWORK] },
  'src/i18n': { may: ['src/domain'], never: SERVER_ONLY },
  [CORE]: room(),
  [DOCUMENT]: room(),
  [PARAMS]: room(DOCUMENT, KINDS),
  [KINDS]: room(DOCUMENT, PARAMS),
  [GRAPH]: room(DOCUMENT, PARAMS, KINDS),
  [RUN]: room(DOCUMENT, PARAMS, KINDS, GRAPH),
  'src/engine/react': {
    may: ['src/engine', ...ROOMS, 'src/ui', 'src/domain', 'schemas'],
    never: SERVER_ONLY,
    without: [NETWORK],
  },
  'src/engine': { may: [...ROOMS, 'src/engine/react', 'src/domain', 'schemas'], never: SERVER_ONLY },
  'src/api': { may: ['schemas', 'src/domain'], never: SERVER_ONLY },
  'src/sources': {
    may: ['src/api', 'workers', 'src/domain', 'schemas', 'src/engine'],
    never: SERVER_ONLY,
    without: [NETWORK],
  },
  'src/features/lib': { may: ['src/api', 'src/i18n', 'src/domain', 'schemas'], never: SERVER_ONLY },
  'src/features': {
    may: ['src/features/lib', 'src/engine', 'src/ui', 'src/i18n', 'src/api', 'workers', 'src/domain', 'schemas'],
    never: SERVER_ONLY,
    without: [NETWORK],
  },
  'src/app': {
    may: [
      'src/engine',
      'src/ui',
      'src/i18n',
      'src/api',
      'src/sources',
      'src/features',
      'src/features/lib',
      'widgets',
      'workers',
      'layouts',
      'src/domain',
      'schemas',
    ],
    never: SERVER_ONLY,
  },
  'widgets/lib': {
    may: ['src/engine', 'src/ui', 'src/i18n', 'src/domain', 'schemas', 'workers'],
    never: SERVER_ONLY,
    without: [NETWORK],
  },
  widgets: {
    may: ['widgets/lib', 'src/engine', 'src/ui', 'src/i18n', 'src/domain', 'schemas'],
    never: SERVER_ONLY,
    without: [NETWORK],
  },
  workers: { may: ['schemas', 'src/domain', 'src/engine'], never: [/^react/, ...SERVER_ONLY], without: [NETWORK] },
  'server/lib': { may: ['schemas', 'src/domain'], never: BROWSER_UI },
  'server/db': { may: ['server/lib', 'schemas', 'src/domain'], never: BROWSER_UI },
  'server/facts': { may: ['server/lib', 'server/db', 'schemas', 'src/domain'], never: [...BROWSER_UI, DUCKDB] },
  'server/facts/duckdb': {
    may: ['server/facts', 'server/lib', 'server/db', 'schemas', 'src/domain'],
    never: BROWSER_UI,
  },
  server: {
    may: [
      'server/lib',
      'server/db',
      'server/facts',
      'schemas',
      'src/domain',
      'server/modules/dashboards',
      'server/modules/public-links',
      'server/modules/reports',
    ],
    never: [...BROWSER_UI, DUCKDB],
  },
  'server/modules/dashboards': {
    may: [
      'server',
      'server/lib',
      'server/db',
      'server/facts',
      'schemas',
      'src/domain',
      'src/engine',
      ...ROOMS,
      'src/sources',
      'widgets',
    ],
    never: [...BROWSER_UI, DUCKDB],
  },
  'server/modules/public-links': {
    may: [
      'server',
      'server/lib',
      'server/db',
      'server/facts',
      'server/modules/dashboards',
      'server/modules/reports',
      'schemas',
      'src/domain',
      'src/engine',
      ...ROOMS,
      'src/sources',
      'src/api',
      'widgets',
      'workers',
    ],
    never: [...BROWSER_UI, DUCKDB],
  },
  'server/modules/reports': {
    may: [
      'server',
      'server/lib',
      'server/db',
      'server/facts',
      'server/modules/dashboards',
      'schemas',
      'src/domain',
      'src/engine',
      ...ROOMS,
      'src/sources',
      'src/api',
      'widgets',
      'workers',
    ],
    never: [...BROWSER_UI, DUCKDB],
  },
}

/** They open a store, or look after its files: what they do is written for DuckDB, and another store needs its own. */
export const OF_ONE_STORE: readonly string[] = [
  'server/backup/control.ts',
  'server/backup/make.ts',
  'server/backup/restore.ts',
  'server/backup/sums.ts',
  'server/doctor/facts.ts',
  'server/start.ts',
  'server/stores.ts',
]

/**
 * The process that reads the files of an import sorts and groups them in a database file of its own, which never is
 * the facts'; the statements are written where it is. The list only becomes shorter: a file that needs it no longer has
 * to leave it.
 */
export const STILL_SQL: readonly string[] = [
  'server/modules/imports/reading/counted.ts',
  'server/modules/imports/reading/figures/read.ts',
  'server/modules/imports/reading/files.ts',
  'server/modules/imports/reading/hours.ts',
  'server/modules/imports/reading/index.ts',
  'server/modules/imports/reading/line-meaning.ts',
  'server/modules/imports/reading/minutes.ts',
  'server/modules/imports/reading/sentinels.ts',
  'server/modules/imports/reading/sorted-lines.ts',
  'server/modules/imports/reading/stage.ts',
]
/** They make a store for tests, and look into it. */
export const FOR_TESTS: readonly string[] = [
  'server/modules/imports/reading/testing.ts',
  'server/modules/ingest/testing.ts',
  'server/testing/fixture.ts',
]
const KNOWS_DUCKDB: ReadonlySet<string> = new Set([...OF_ONE_STORE, ...STILL_SQL, ...FOR_TESTS])

/** `widgets/x` and `src/features/x` are islands: they never import a sibling. */
const ISLANDS = ['widgets', 'src/features']

const ALIASES: readonly (readonly [RegExp, string])[] = [
  [/^#schemas(\/|$)/, 'schemas'],
  [/^#domain\//, 'src/domain'],
  [/^#engine(\/|$)/, 'src/engine'],
  [/^#ui(\/|$)/, 'src/ui'],
  [/^#i18n(\/|$)/, 'src/i18n'],
  [/^#api$/, 'src/api'],
  [/^#sources$/, 'src/sources'],
  [/^#widgets(\/|$)/, 'widgets'],
  [/^#workers\//, 'workers'],
]

const PLACES = [...Object.keys(RULES), 'layouts', 'scripts', 'tests', 'bench', '.storybook'].sort(
  (a, b) => b.length - a.length,
)

export const placeOf = (file: string): string | undefined =>
  PLACES.find((place) => file === place || file.startsWith(`${place}/`))

/** Tests and stories may use what they need to set a stage; the table is about what ships. */
const isShipped = (file: string) =>
  !/\.(test|stories)\.tsx?$/.test(file) && !/(^|\/)(generated|test-support)\//.test(file)

function islandOf(file: string): string | undefined {
  const island = ISLANDS.find((place) => file.startsWith(`${place}/`))
  return island && `${island}/${file.slice(island.length + 1).split('/')[0]}`
}

/** Imports of a module before its first line runs, or for its types: all but those it loads later. */
const atOnce = ({ staticImports, staticExports }: EcmaScriptModule): string[] => [
  ...staticImports.map((entry) => entry.moduleRequest.value),
  ...staticExports.flatMap((entry) =>
    entry.entries.flatMap((item) => (item.moduleRequest ? [item.moduleRequest.value] : [])),
  ),
]

export const importsAtOnce = (file: string, text: string): string[] => [
  ...new Set(atOnce(parseSync(file, text).module)),
]

/**
 * Every module a source text names: static imports, re-exports, dynamic imports with a literal, `new URL('…',
 * import.meta.url)`.
 */
export function importsOf(file: string, text: string): string[] {
  const { module } = parseSync(file, text)
  const found = [
    ...atOnce(module),
    ...module.dynamicImports.flatMap((entry) => {
      const raw = text.slice(entry.moduleRequest.start, entry.moduleRequest.end)
      return /^['"]/.test(raw) ? [raw.slice(1, -1)] : []
    }),
    ...[...text.matchAll(/new URL\('([^']+)',\s*import\.meta\.url\)/g)].map((match) => match[1] ?? ''),
  ]
  return [...new Set(found)]
}

/**
 * Violations of the table by a source text; `[]` when there are none. Paths are relative to the repository, with `/`.
 */
export function violationsOf(file: string, text: string): Violation[] {
  const place = placeOf(file)
  const rule = place === undefined ? undefined : RULES[place]
  if (!rule || place === undefined || !isShipped(file)) return []
  const violations: Violation[] = []
  for (const target of importsOf(file, text)) {
    const alias = ALIASES.find(([pattern]) => pattern.test(target))
    const path = target.startsWith('.') ? join(dirname(file), target).replaceAll('\\', '/') : alias?.[1]
    if (path === undefined) {
      if (DUCKDB.test(target) && KNOWS_DUCKDB.has(file)) continue
      if (rule.never?.some((pattern) => pattern.test(target)))
        violations.push({ file, target, why: `${place} may not use the package ${target}` })
      continue
    }
    const other = placeOf(path)
    if (other === undefined || (other === 'server/facts/duckdb' && KNOWS_DUCKDB.has(file))) continue
    if (other !== place && !rule.may.includes(other))
      violations.push({ file, target, why: `${place} may not import ${other}` })
    const [mine, theirs] = [islandOf(file), islandOf(path)]
    const crosses = mine !== undefined && theirs !== undefined && mine !== theirs && placeOf(theirs) === place
    if (crosses) violations.push({ file, target, why: `${mine} may not import its sibling ${theirs}` })
  }
  for (const { pattern, what } of rule.without ?? []) {
    if (pattern.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')))
      violations.push({ file, target: String(pattern), why: `${place} may not touch ${what}` })
  }
  return violations
}

/** The repository root, from any file of the tests. */
export function repositoryRoot(from: string = import.meta.dirname): string {
  return existsSync(join(from, 'package.json')) ? from : repositoryRoot(dirname(from))
}

export const fromRoot = (root: string, path: string) => relative(root, path).replaceAll('\\', '/')
