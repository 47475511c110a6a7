/** Two administrators, and what they do to entries of a noun with states, by its calls. For tests only. */
import { positionOf } from '#domain/machine'
import type { Machine, Position } from '#domain/machine'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { fixture, NOW } from '../testing/fixture.ts'
import type { Fixture } from '../testing/fixture.ts'
import { MAIL_SET } from '../testing/mail.ts'
import { sender } from '../testing/send.ts'
import type { Send, Sent } from '../testing/send.ts'
import { pathOf } from './description.ts'
import type { AnyResource } from './description.ts'
import type { Way } from './machine-ways.testing.ts'

export type Entry = Record<string, unknown> & { readonly id: number; readonly updatedAt: number }

/** A server with two administrators. */
export interface Stage {
  readonly f: Fixture
  readonly send: Readonly<Record<'ana' | 'bea', Send>>
  /** Of accounts, by who they are. */
  readonly ids: Readonly<Record<'ana' | 'bea', number>>
}

export async function stageOn(catalogUrl?: string): Promise<Stage> {
  const f = await fixture({ config: MAIL_SET, ...(catalogUrl !== undefined && { catalogUrl }) })
  const passwordHash = (await f.catalog.sessions.credentials('admin@aforo.test'))?.passwordHash ?? null
  const admin = { role: 'admin', flags: [], clients: [], passwordHash } as const
  const add = async (name: string) =>
    f.catalog.users.insert(SYSTEM_SCOPE, { ...admin, username: `${name}@aforo.test` }, NOW)
  await add('ana')
  await add('bea')
  const send = { ana: sender(f, await f.signIn('ana')), bea: sender(f, await f.signIn('bea')) }
  const idOf = async (name: 'ana' | 'bea') => ((await send[name]('GET', '/me')).body as { id: number }).id
  return { f, send, ids: { ana: await idOf('ana'), bea: await idOf('bea') } }
}

export function createCast(resource: AnyResource, machine: Machine) {
  const path = pathOf(resource)
  const { fields } = machine
  let made = 0

  function bodyOf(action: string, named: number): object | undefined {
    const of = machine.transitions.filter((one) => one.action === action)
    if (of.some(({ comments }) => comments === true)) return { message: `Message ${(made += 1)}` }
    return of.some(({ assigns }) => assigns === 'named') ? { user: named } : undefined
  }
  const draft = (on: Stage) => resource.example((made += 1), on.f.ids.uno, on.f.ids.granVia) as object
  async function add(on: Stage): Promise<Entry> {
    if (resource.isMadeElsewhere !== true) return (await on.send.ana('POST', `/${path}`, draft(on))).body as Entry
    const scope = { ...SYSTEM_SCOPE, userId: on.ids.ana }
    const id = await on.f.catalog.resources.insert(resource, scope, draft(on) as Record<string, unknown>, NOW)
    return (await on.send.ana('GET', `/${path}/${id}`)).body as Entry
  }

  return {
    resource,
    machine,
    bodyOf,
    draft,
    /** Who is to have it is always bea. */
    call: ({ send, ids }: Stage, who: 'ana' | 'bea', action: string, id: number): Promise<Sent> =>
      send[who]('POST', `/${path}/${id}/${action}`, bodyOf(action, ids.bea)),
    read: async ({ send }: Stage, id: number) => (await send.ana('GET', `/${path}/${id}`)).body as Entry,
    positionIn: (entry: Entry): Position => positionOf(machine, entry),
    messagesOf: (entry: Entry) => (fields.comments === undefined ? [] : (entry[fields.comments] as unknown[])),
    /** A new entry, led along a way by the calls themselves. */
    async entryAt(on: Stage, { steps }: Pick<Way, 'steps'>): Promise<Entry> {
      let entry = await add(on)
      await resource.furnish?.(on.f.catalog, entry.id, on.f.ids.granVia)
      for (const { action, caller, named } of steps) {
        const send = caller === on.ids.ana ? on.send.ana : on.send.bea
        entry = (await send('POST', `/${path}/${entry.id}/${action}`, bodyOf(action, named))).body as Entry
      }
      return entry
    },
  }
}
export type Cast = ReturnType<typeof createCast>
