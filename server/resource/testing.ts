/** Contract of every described noun, checked for one of them on a real catalog. For tests only. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MODULES } from '../modules/index.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { fixture, NOW } from '../testing/fixture.ts'
import type { Fixture } from '../testing/fixture.ts'
import { MAIL_SET } from '../testing/mail.ts'
import { sender } from '../testing/send.ts'
import type { Send } from '../testing/send.ts'
import { canRestore, isResource, pathOf, readsOf } from './description.ts'
import type { AnyResource, ResourceColumn } from './description.ts'
import { machineFacts } from './machine.testing.ts'
import { partFacts } from './parts.testing.ts'

const MISSING = 987_654
type Entry = Record<string, unknown> & { readonly id: number; readonly updatedAt: number }

/** The tests of one noun: `nounFacts('contracts')` in its folder. */
export function nounFacts(name: string): void {
  const found = MODULES.filter(isResource).find((one) => one.name === name)
  if (found === undefined) throw new Error(`${name} is no described noun of server/modules/index.ts.`)
  const { resource } = found
  const [path, reads] = [pathOf(resource), readsOf(resource)]
  let f: Fixture
  let admin: Send
  let made = 0
  beforeAll(async () => {
    f = await fixture({ config: MAIL_SET })
    admin = sender(f, await f.signIn('admin'))
  })
  afterAll(() => f.close())

  const entriesOf = async (action: string) => (await f.catalog.audit.page(SYSTEM_SCOPE, { action, limit: 3 })).entries

  const draft = (client = f.ids.uno) =>
    resource.example(++made, client, client === f.ids.uno ? f.ids.granVia : null) as Record<string, unknown>
  const [first = ''] = Object.entries(resource.columns as Record<string, ResourceColumn>)
    .filter(([, kind]) => kind === 'text')
    .map(([key]) => key)
  const isMadeElsewhere = resource.isMadeElsewhere === true
  const create = async (body = draft()) => {
    if (!isMadeElsewhere) return (await admin('POST', `/${path}`, body)).body as Entry
    const id = await f.catalog.resources.insert(resource, SYSTEM_SCOPE, body, f.clock.now())
    return (await admin('GET', `/${reads}/${id}`)).body as Entry
  }
  const own = (entry: Entry) => Object.fromEntries(Object.keys(resource.columns).map((key) => [key, entry[key]]))

  if (isMadeElsewhere) elsewhereFacts(path, () => admin, { draft, create })
  test.skipIf(isMadeElsewhere)(
    'refuse a draft with what they do not know, with nothing, and what is not there',
    async () => {
      for (const body of [{}, { ...draft(), surprise: 1 }, { ...draft(), id: 7 }])
        expect([body, await admin('POST', `/${path}`, body)]).toMatchObject([body, { status: 400 }])
      for (const [method, address, body] of [
        ['GET', `/${reads}/${MISSING}`, undefined],
        ['PUT', `/${path}/${MISSING}`, draft()],
        ['DELETE', `/${path}/${MISSING}`, undefined],
      ] as const)
        expect(await admin(method, address, body)).toMatchObject({ status: 404, body: { code: 'ENTRY_NOT_FOUND' } })
      if (Object.values(resource.columns).includes('client'))
        expect(await admin('POST', `/${path}`, draft(MISSING))).toMatchObject({
          status: 404,
          body: { code: 'CLIENT_NOT_FOUND' },
        })
    },
  )

  test('keep a hostile name as it is, letter for letter', async () => {
    const hostile = '<img src=x onerror=alert(1)> =1+1 \u202E Ñ'
    const entry = await create({ ...draft(), [first]: hostile })
    expect((await admin('GET', `/${reads}/${entry.id}`)).body).toMatchObject({ [first]: hostile })
  })

  test.skipIf(isMadeElsewhere)(
    'are added, listed by name, changed and removed, each time with an entry in the audit log of what it was',
    async () => {
      const before = draft()
      const entry = await create(before)
      expect(entry).toMatchObject({ ...before, createdAt: NOW, updatedAt: NOW })
      const after = draft()
      const changed = (await admin('PUT', `/${path}/${entry.id}`, { ...after, updatedAt: entry.updatedAt }))
        .body as Entry
      expect(changed).toMatchObject({ ...after, id: entry.id, createdAt: NOW })
      const list = (await admin('GET', `/${reads}`)).body as Entry[]
      expect(list.filter(({ id }) => id === entry.id)).toEqual([changed])
      expect((await admin('POST', `/${reads}/list`, { ids: [entry.id, MISSING] })).body).toEqual([changed])
      expect((await admin('DELETE', `/${path}/${entry.id}`)).status).toBe(204)
      expect((await admin('GET', `/${reads}/${entry.id}`)).status).toBe(404)
      // Where more goes along, the log has it under another name.
      const last = await entriesOf(resource.noun)
      const [removal, change, addition] = resource.removes === undefined ? last : [undefined, ...last]
      expect(change?.action).toBe(`${resource.noun}.change`)
      expect(addition).toMatchObject({ action: `${resource.noun}.create`, target: resource.label(entry) })
      if (resource.removes === undefined)
        expect(removal).toMatchObject({
          action: `${resource.noun}.remove`,
          target: resource.label(changed),
          details: { id: entry.id, ...own(changed) },
        })
      expect(change?.details).toEqual({ id: entry.id, ...differenceOf(own(entry), own(changed)) })
    },
  )

  test('are listed in the order of the reader’s language, whenever they were added', async () => {
    for (const name of ['Zeta', 'Ñu', 'Ágata']) await create({ ...draft(), [first]: name })
    const labels = ((await admin('GET', `/${reads}`)).body as Entry[]).map((one) => resource.label(one))
    expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other, 'es', { numeric: true })))
  })

  test.skipIf(isMadeElsewhere)('a change of nothing leaves no entry', async () => {
    const body = draft()
    const entry = await create(body)
    const [last] = await entriesOf(resource.noun)
    expect((await admin('PUT', `/${path}/${entry.id}`, body)).status).toBe(200)
    expect((await entriesOf(resource.noun))[0]).toEqual(last)
  })

  test.skipIf(isMadeElsewhere)(
    'of two people who change one at once, the second learns who was quicker, and nothing is lost',
    async () => {
      const entry = await create()
      const [first, second] = [draft(), draft()]
      const seen = { updatedAt: entry.updatedAt }
      expect((await admin('PUT', `/${path}/${entry.id}`, { ...first, ...seen })).status).toBe(200)
      expect(await admin('PUT', `/${path}/${entry.id}`, { ...second, ...seen })).toMatchObject({
        status: 409,
        body: { code: 'ENTRY_CHANGED', details: { noun: resource.noun, id: entry.id, by: 'admin@aforo.test' } },
      })
      expect((await admin('GET', `/${reads}/${entry.id}`)).body).toMatchObject(first)
    },
  )

  if (canRestore(resource)) restoreFacts(resource, () => ({ f, admin }), { draft, create })
  ownerFacts(resource, () => ({ f, admin }), { draft, create })
  if (resource.machine !== undefined) machineFacts(resource, resource.machine)
  if (resource.parts !== undefined) partFacts(resource)
}

interface Makers {
  readonly draft: (client?: number) => Record<string, unknown>
  readonly create: (body?: Record<string, unknown>) => Promise<Entry>
}

function ownerFacts(
  resource: AnyResource,
  scene: () => { readonly f: Fixture; readonly admin: Send },
  { draft, create }: Makers,
): void {
  const reads = readsOf(resource)
  let made = 0
  const kinds = Object.values(resource.columns as Record<string, ResourceColumn>)
  test.runIf(kinds.includes('client'))('stay when their client, or their local, becomes part of another', async () => {
    const { f, admin } = scene()
    const { clients, locals } = f.catalog
    const client = async () => (await clients.insert(SYSTEM_SCOPE, { name: `Merged ${(made += 1)}`, type: 'basic' })).id
    const [from, into] = [await client(), await client()]
    const local = async () => {
      const plain = { type: 'store', timeZone: 'Europe/Madrid', client: from } as const
      return (await locals.insert(SYSTEM_SCOPE, { ...plain, name: `Merged ${(made += 1)}`, code: `M${made}` })).id
    }
    const [one, other] = [await local(), await local()]
    const at = Object.entries(resource.columns as Record<string, ResourceColumn>).find(([, kind]) => kind === 'local')
    const entry = await create({ ...draft(from), ...(at && { [at[0]]: one }) })
    const merge = async (kind: string, id: number, to: number) => {
      const { status, text } = await admin('POST', `/management/places/${kind}/${id}/merge`, { into: to })
      expect([status, text.slice(0, 200)]).toEqual([200, expect.anything()])
      return (await admin('GET', `/${reads}/${entry.id}`)).body as Entry
    }
    if (at !== undefined) expect(await merge('local', one, other)).toEqual({ ...entry, [at[0]]: other })
    expect(await merge('client', from, into)).toMatchObject({ id: entry.id, client: into })
  })
}

function restoreFacts(
  resource: AnyResource,
  scene: () => { readonly f: Fixture; readonly admin: Send },
  { draft, create }: Makers,
): void {
  const [path, reads] = [pathOf(resource), readsOf(resource)]
  const restore = ({ id }: { readonly id: number }) => scene().admin('POST', `/${path}/${id}/restore`)
  const remove = async ({ id }: Entry) => expect((await scene().admin('DELETE', `/${path}/${id}`)).status).toBe(204)

  test('are not restored after their time, without their client, and where another one has their place', async () => {
    const { f, admin } = scene()
    const missing = { status: 404, body: { code: 'ENTRY_NOT_FOUND' } }
    expect(await restore({ id: MISSING })).toMatchObject(missing)
    const old = await create()
    await remove(old)
    await f.catalog.resources.forgetRemovals(f.clock.now() + 1)
    expect(await restore(old)).toMatchObject(missing)

    const body = draft()
    const entry = await create(body)
    const isOnce = (await admin('POST', `/${path}`, body)).status === 409
    await remove(entry)
    if (isOnce) {
      const other = await create(body)
      expect(await restore(entry)).toMatchObject({ status: 409 })
      await remove(other)
    }
    expect((await restore(entry)).status).toBe(200)

    const name = Object.entries(resource.columns as Record<string, ResourceColumn>).find(
      ([, kind]) => kind === 'client',
    )
    if (name === undefined) return
    const at = Object.entries(resource.columns as Record<string, ResourceColumn>).find(([, kind]) => kind === 'local')
    const { id: gone } = await f.catalog.clients.insert(SYSTEM_SCOPE, { name: `Gone ${entry.id}`, type: 'basic' })
    const plain = { type: 'store', timeZone: 'Europe/Madrid', client: gone, name: 'Gone', code: 'G' } as const
    const { id: local } = await f.catalog.locals.insert(SYSTEM_SCOPE, plain)
    const orphan = await create({ ...draft(gone), ...(at && { [at[0]]: local }) })
    await remove(orphan)
    expect((await admin('DELETE', `/clients/${gone}`)).status).toBe(204)
    expect(await restore(orphan)).toMatchObject({ status: 409, body: { code: 'ENTRY_OWNER_NOT_FOUND' } })
  })

  test('are restored as they were, under their id, once, with an entry in the audit log', async () => {
    const { f, admin } = scene()
    const entry = await create()
    await remove(entry)
    const { body } = await admin('GET', `/${reads}/${entry.id}`)
    const details = { removedBy: 'admin@aforo.test', removedAt: NOW, restorableUntil: NOW + 30 * 86_400_000 }
    expect(body).toMatchObject({ code: 'ENTRY_NOT_FOUND', details })
    const [one, other] = await Promise.all([restore(entry), restore(entry)])
    expect([one, other]).toMatchObject([
      { status: 200, body: entry },
      { status: 200, body: entry },
    ])
    expect((await admin('GET', `/${reads}/${entry.id}`)).body).toEqual(entry)
    const action = `${resource.noun}.restore`
    const { entries } = await f.catalog.audit.page(SYSTEM_SCOPE, { action, entry: entry.id })
    expect(entries).toMatchObject([{ target: resource.label(entry), username: 'admin@aforo.test' }])
    // A second removal can be undone as the first one.
    await remove(entry)
    expect((await restore(entry)).body).toEqual(entry)
  })
}

function elsewhereFacts(path: string, scene: () => Send, { draft, create }: Makers): void {
  test('are not added, changed and removed by calls, for they are made of something else', async () => {
    const entry = await create()
    const admin = scene()
    for (const [method, address] of [
      ['POST', `/${path}`],
      ['PUT', `/${path}/${entry.id}`],
      ['DELETE', `/${path}/${entry.id}`],
    ] as const)
      expect((await admin(method, address, method === 'DELETE' ? undefined : draft())).status).toBe(404)
    expect((await admin('GET', `/${path}`)).body).toContainEqual(entry)
  })
}

/** The differences, with new and old values. */
function differenceOf(was: Record<string, unknown>, is: Record<string, unknown>): Record<string, unknown> {
  const differs = Object.keys(is).filter((key) => JSON.stringify(is[key]) !== JSON.stringify(was[key]))
  const of = (values: Record<string, unknown>) => Object.fromEntries(differs.map((key) => [key, values[key]]))
  return { ...of(is), before: of(was) }
}
