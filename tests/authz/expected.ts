/** Reads expected.md, the hand-written table of who may call what. For tests only. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { actionsOf } from '../../src/domain/machine.ts'
import { MODULES } from '../../server/modules/index.ts'
import { canRestore, isResource, pathOf, readsOf } from '../../server/resource/description.ts'

export type Audience =
  | 'anyone'
  | 'account'
  | 'user'
  | 'compare'
  | 'hours'
  | 'live'
  | 'downloads'
  | 'campaigns'
  | 'admin'
  | 'confirmed'
  | 'schedule'
  | 'status'
  | 'alerts'
  | 'recentAlerts'
  | 'uploads'
  | 'device'
  | 'recent'
  | 'screen'
  | 'transport'
  | 'tendency'
  | 'figures'
export type Variant = 'own' | 'other' | 'missing' | 'mixed'

export interface Expected {
  /** Method and path as they are registered. */
  readonly call: string
  readonly audience: Audience
  /** Also for a screen whose dashboards ask it. */
  readonly screens: boolean
  /** Also for an API token: one that reads, or only one that writes. */
  readonly tokens: 'read' | 'write' | null
  /** Not for a session that an external page holds. */
  readonly inPerson: boolean
  /** A demo account may send it: it changes nothing, or only what is its own. */
  readonly demo: boolean
  /** Status for those let in; a variant that does not exist is not there. */
  readonly statuses: ReadonlyMap<Variant, Statuses>
  readonly leavesAudit: boolean
}

export interface Statuses {
  readonly basic: number
  readonly admin: number
  /** By name of the subject. */ readonly special: ReadonlyMap<string, number>
}

/** A line about `<noun>` is one about each of them, and about each of its actions and parts. */
function forEachNoun(line: string): string[] {
  if (!line.includes('<noun')) return [line]
  return MODULES.filter(isResource).flatMap(({ resource }) => {
    const { machine, parts = {} } = resource
    // Made of something else: they are read, and their actions taken.
    if (resource.isMadeElsewhere === true && /^\| (POST|PUT|DELETE) \/api\/<noun>(\/:id)? \|/.test(line)) return []
    if (!canRestore(resource) && line.includes('/:id/restore')) return []
    const row = line
      .replace('<noun>', pathOf(resource))
      .replace('<noun read>', readsOf(resource))
      .replace('<changes>', resource.changes)
      .replace('<no client>', Object.values(resource.columns).includes('client') ? '404' : '–')
      .replace('<removes>', resource.removes === undefined ? resource.changes : 'confirmed')
    if (row.includes('<action>'))
      return machine === undefined ? [] : actionsOf(machine).map((action) => row.replace('<action>', action))
    if (row.includes('<part>')) return Object.keys(parts).map((part) => row.replace('<part>', part))
    if (row.includes('<many>')) return machine?.bulk.map(({ path }) => row.replace('<many>', path)) ?? []
    return [row]
  })
}

const VARIANTS = ['own', 'other', 'missing', 'mixed'] as const

export function expectedCalls(): Expected[] {
  const text = readFileSync(join(import.meta.dirname, 'expected.md'), 'utf8')
    .split('\n')
    .flatMap(forEachNoun)
    .join('\n')
  const inPerson = new Set([...text.matchAll(/^- `([A-Z]+ [^`]+)`: in person/gm)].map(([, call = '']) => call))
  const demo = new Set([...text.matchAll(/^- `([A-Z]+ [^`]+)`: demo/gm)].map(([, call = '']) => call))
  return text
    .split('\n')
    .filter((line) => /^\| [A-Z]+ \//.test(line))
    .map((line) => {
      const [call = '', audience = '', ...rest] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
      const statuses = VARIANTS.flatMap((variant, at) => {
        const cell = rest[at] ?? '–'
        if (cell === '–') return []
        const [, basic, admin = basic] = /^(\d+)(?:\/(\d+))?/.exec(cell) ?? []
        const special = new Map(
          [...cell.matchAll(/\(([^()]+) (\d+)\)/g)].map(([, name = '', status]) => [name, Number(status)]),
        )
        return [[variant, { basic: Number(basic), admin: Number(admin), special }] as const]
      })
      const [people = '', ...besides] = audience.split(', ')
      return {
        call,
        audience: people as Audience,
        screens: besides.includes('screen'),
        tokens: besides.includes('token reads') ? 'read' : besides.includes('token writes') ? 'write' : null,
        inPerson: inPerson.has(call),
        demo:
          call.startsWith('GET ') ||
          audience === 'anyone' ||
          audience === 'device' ||
          audience === 'screen' ||
          demo.has(call),
        statuses: new Map(statuses),
        leavesAudit: rest[4] === 'audit',
      }
    })
}
