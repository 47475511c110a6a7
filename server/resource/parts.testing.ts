/** Contract of every described noun that is saved in parts, besides that of all. For tests only. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { testDialects } from '../testing/postgres.ts'
import type { TestDialect } from '../testing/postgres.ts'
import { pathOf } from './description.ts'
import type { AnyResource } from './description.ts'
import { stageOn } from './machine-cast.testing.ts'
import type { Stage } from './machine-cast.testing.ts'

type Entry = Record<string, unknown> & {
  readonly id: number
  readonly updatedAt: number
  readonly partsAt: Readonly<Record<string, number>>
}

export function partFacts(resource: AnyResource): void {
  const path = pathOf(resource)
  let made = 0
  const draftOn: DraftOn = (stage) =>
    resource.example((made += 1), stage.f.ids.uno, stage.f.ids.granVia) as Record<string, unknown>
  savingFacts(resource, path, draftOn)
  keyFacts(resource, path, draftOn)
}

type DraftOn = (stage: Stage) => Record<string, unknown>

function keyFacts(resource: AnyResource, path: string, draftOn: DraftOn): void {
  let dialects: readonly TestDialect[]
  let stop: () => Promise<void>
  beforeAll(async () => {
    ;({ dialects, stop } = await testDialects())
  })
  afterAll(() => stop())

  test('make one entry of a draft with a key, however often it is sent, also at once, on every catalog', async () => {
    for (const { url } of dialects) {
      const stage = await stageOn(await url())
      try {
        for (let at = 0; at < 10; at += 1) {
          const body = { ...draftOn(stage), key: randomUUID() }
          const send = () => stage.send.ana('POST', `/${path}`, body)
          const answers = [...(await Promise.all([send(), send(), send()])), await send()]
          expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
          expect(new Set(answers.map((answer) => (answer.body as Entry).id)).size).toBe(1)
        }
        expect(await stage.f.catalog.resources.list(resource, SYSTEM_SCOPE)).toHaveLength(10)
      } finally {
        await stage.f.close()
      }
    }
  }, 60_000)
}

function savingFacts(resource: AnyResource, path: string, draftOn: DraftOn): void {
  const parts = Object.entries(resource.parts as Record<string, readonly string[]>)
  let on: Stage
  let dialects: readonly TestDialect[]
  let stop: () => Promise<void>
  beforeAll(async () => {
    on = await stageOn()
    ;({ dialects, stop } = await testDialects())
  })
  afterAll(async () => {
    await on.f.close()
    await stop()
  })
  const add = async (stage: Stage, more: object = {}) =>
    (await stage.send.ana('POST', `/${path}`, { ...draftOn(stage), ...more })).body as Entry
  const valuesOf = (names: readonly string[], of: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, of[name]]))
  /** Parts of which another example says something else. */
  const differing = () => {
    const [one, other] = [draftOn(on), draftOn(on)]
    return parts.filter(([, names]) => names.some((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])))
  }
  const save = (stage: Stage, who: 'ana' | 'bea', id: number, part: string, body: object) =>
    stage.send[who]('PUT', `/${path}/${id}/parts/${part}`, body)
  const audited = () => on.f.catalog.audit.count()

  test('save each part by itself: what is of another part stays, and two people may change two parts', async () => {
    for (const [part, names] of differing()) {
      const entry = await add(on)
      on.f.clock.time += 1000
      const values = valuesOf(names, draftOn(on))
      const answer = await save(on, 'bea', entry.id, part, { values, seen: entry.partsAt[part], key: randomUUID() })
      expect([part, answer.status, answer.body]).toMatchObject([
        part,
        200,
        { ...values, partsAt: { ...entry.partsAt, [part]: on.f.clock.now() } },
      ])
      for (const [other, theirs] of parts)
        if (other !== part)
          expect([part, valuesOf(theirs, answer.body as Entry)]).toEqual([part, valuesOf(theirs, entry)])
    }
  })

  test('of two people who change one part at once, the second learns who was quicker and when, on every catalog', async () => {
    for (const { url } of dialects) {
      const stage = await stageOn(await url())
      try {
        const [[part, names] = ['', []]] = differing()
        for (let at = 0; at < 10; at += 1) {
          const entry = await add(stage)
          const seen = entry.partsAt[part]
          const answers = await Promise.all(
            (['ana', 'bea'] as const).map((who) =>
              save(stage, who, entry.id, part, { values: valuesOf(names, draftOn(stage)), seen, key: randomUUID() }),
            ),
          )
          expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
          const first = answers[0]?.status === 200 ? 'ana' : 'bea'
          const lost = answers.find(({ status }) => status === 409)
          expect(lost?.body).toMatchObject({
            code: 'ENTRY_CHANGED',
            details: { noun: resource.noun, id: entry.id, part, by: `${first}@aforo.test`, at: expect.any(Number) },
          })
        }
      } finally {
        await stage.f.close()
      }
    }
  }, 60_000)

  test('take a message of a part once, however often it is sent', async () => {
    const [[part, names] = ['', []]] = differing()
    const entry = await add(on)
    const body = { values: valuesOf(names, draftOn(on)), seen: entry.partsAt[part], key: randomUUID() }
    const first = await save(on, 'ana', entry.id, part, body)
    const count = await audited()
    for (let at = 0; at < 3; at += 1)
      expect(await save(on, 'ana', entry.id, part, body)).toMatchObject({ status: 200, body: first.body })
    expect(await audited()).toBe(count)
  })

  test('take a later message of a draft whose earlier one arrived without an answer, and not one of another draft', async () => {
    const [[part, names] = ['', []]] = differing()
    const entry = await add(on)
    const change = () => ({ values: valuesOf(names, draftOn(on)), seen: entry.partsAt[part], key: randomUUID() })
    const lost = change()
    expect((await save(on, 'ana', entry.id, part, lost)).status).toBe(200)
    expect((await save(on, 'ana', entry.id, part, { ...change(), after: [randomUUID()] })).status).toBe(409)
    const later = { ...change(), after: [randomUUID(), lost.key] }
    expect(await save(on, 'ana', entry.id, part, later)).toMatchObject({ status: 200, body: later.values })
    // Later changes of another person are not undone.
    expect((await save(on, 'bea', entry.id, part, { ...change(), after: [lost.key] })).status).toBe(409)
  })

  test('refuse a part that is not theirs, a value of another part, and a change without what it was made on', async () => {
    const entry = await add(on)
    const [[part, names] = ['', []]] = parts
    const foreign = parts.find(([other]) => other !== part)?.[1][0] ?? ''
    const body = { values: valuesOf(names, entry), seen: entry.partsAt[part], key: randomUUID() }
    expect((await save(on, 'ana', entry.id, 'surprise', body)).status).toBe(404)
    expect((await save(on, 'ana', 987_654, part, body)).status).toBe(404)
    for (const [wrong, what] of [
      [{ ...body, values: { ...body.values, [foreign]: entry[foreign] } }, 'another part'],
      [{ values: body.values, key: body.key }, 'no seen'],
      [{ values: body.values, seen: body.seen }, 'no key'],
      [{ ...body, key: 'short' }, 'a short key'],
      [{ ...body, surprise: 1 }, 'more'],
    ] as const)
      expect([what, await save(on, 'ana', entry.id, part, wrong)]).toMatchObject([
        what,
        { status: 400, body: { code: 'REQUEST_INVALID' } },
      ])
    expect((await on.send.ana('GET', `/${path}/${entry.id}`)).body).toEqual(entry)
  })
}
