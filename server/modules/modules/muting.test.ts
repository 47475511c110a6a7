import { afterAll, beforeAll, expect, test } from 'vitest'
import { effectiveModules, mutedAtoms } from '#domain/data-modules'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'
import { moduleMuting } from './muting.ts'

let catalog: Catalog
let [uno, dos, a, b, c, other] = [0, 0, 0, 0, 0, 0]
beforeAll(async () => {
  catalog = await memoryCatalog()
  const client = async (name: string) => (await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })).id
  const local = async (of: number, code: string) =>
    (await catalog.locals.insert(SYSTEM_SCOPE, { client: of, name: code, code, type: 'store', timeZone: 'UTC' })).id
  ;[uno, dos] = [await client('Uno'), await client('Dos')]
  ;[a, b, c, other] = [await local(uno, 'a'), await local(uno, 'b'), await local(uno, 'c'), await local(dos, 'o')]
})
afterAll(() => catalog.close())
const own = (): Scope => ({ userId: 1, role: 'basic', clients: [uno], demo: false })

test('what was stored is read by who may see it, and a later word takes the place of the first', async () => {
  const { modules } = catalog
  expect([await modules.ofClient(own(), uno), await modules.ofLocal(own(), a)]).toEqual([undefined, undefined])
  await modules.saveClient(own(), uno, { tickets: true })
  await modules.saveClient(own(), uno, { tickets: false })
  await modules.saveLocal(own(), b, { tickets: true })
  await modules.saveLocal(SYSTEM_SCOPE, other, { tickets: true })
  await modules.saveClient(SYSTEM_SCOPE, dos, { tickets: true })
  expect([
    await modules.ofClient(own(), uno),
    await modules.ofLocal(own(), b),
    await modules.ofClient(own(), dos),
    await modules.ofLocal(own(), other),
    await modules.ofLocals(own(), dos),
    await modules.ofLocals(own(), uno),
  ]).toEqual([
    { tickets: false },
    { tickets: true },
    undefined,
    undefined,
    new Map(),
    new Map([[b, { tickets: true }]]),
  ])
  await expect(modules.saveClient(own(), dos, {})).rejects.toMatchObject({ code: 'CLIENT_NOT_FOUND' })
  await expect(modules.saveLocal(own(), other, {})).rejects.toMatchObject({ code: 'LOCAL_NOT_FOUND' })
  await expect(modules.saveReturn(own(), other, 'tickets', 1)).rejects.toMatchObject({ code: 'LOCAL_NOT_FOUND' })
})

test('locals are grouped by the modules that are off', async () => {
  const muting = moduleMuting(catalog)
  const [off, on] = [mutedAtoms(effectiveModules({ tickets: false })), mutedAtoms(effectiveModules({ tickets: true }))]
  expect(off).not.toEqual(on)
  expect(await muting.groups(own(), uno, [a, b, c])).toEqual([
    { locals: [a, c], muted: off },
    { locals: [b], muted: on },
  ])
  expect(await muting.groups(own(), uno, [])).toEqual([])
})

test('a question knows which of the modules that it needs are off, and when the last of them came back', async () => {
  const { modules } = catalog
  await modules.saveReturn(own(), b, 'tickets', 5)
  await modules.saveReturn(own(), b, 'tickets', 9)
  await modules.saveReturn(own(), b, 'traffic', 12)
  await modules.saveReturn(SYSTEM_SCOPE, other, 'tickets', 99)
  expect((await modules.returns(own(), uno)).toSorted((x, y) => x.at - y.at)).toEqual([
    { local: b, module: 'tickets', at: 9 },
    { local: b, module: 'traffic', at: 12 },
  ])
  expect(await modules.returns(own(), dos)).toEqual([])
  const counting = await moduleMuting(catalog).counting(own(), uno)
  expect([
    counting(a, ['tickets']),
    counting(b, ['tickets']),
    counting(b, ['ins', 'tickets']),
    counting(a, ['ins']),
  ]).toEqual([
    { off: ['tickets'], since: null },
    { off: [], since: 9 },
    { off: [], since: 12 },
    { off: [], since: null },
  ])
})
