/** Contract of every described noun with states, besides that of all. For tests only. */
import { actionsOf, attempt, isTaken, moved } from '#domain/machine'
import type { Machine } from '#domain/machine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { NOW } from '../testing/fixture.ts'
import { testDialects } from '../testing/postgres.ts'
import type { TestDialect } from '../testing/postgres.ts'
import { sender } from '../testing/send.ts'
import { pathOf } from './description.ts'
import type { AnyResource } from './description.ts'
import { createCast, stageOn } from './machine-cast.testing.ts'
import type { Cast, Entry, Stage } from './machine-cast.testing.ts'
import { waysOf } from './machine-ways.testing.ts'
import type { Way } from './machine-ways.testing.ts'

const MISSING = 987_654
/** Of all pairs that make sense so many are raced; with `AFORO_PAIRS=1000` all of them. */
const PAIRS = Number(process.env.AFORO_PAIRS ?? 48)

export function machineFacts(resource: AnyResource, machine: Machine): void {
  const cast = createCast(resource, machine)
  const open: { stage?: Stage; ways?: readonly Way[] } = {}
  beforeAll(async () => {
    const stage = await stageOn()
    Object.assign(open, { stage, ways: waysOf(machine, [stage.ids.ana, stage.ids.bea]) })
  })
  afterAll(() => open.stage?.f.close())
  const scene = () => ({ stage: open.stage!, ways: open.ways! })
  placeFacts(cast, scene)
  refusalFacts(cast, scene)
  bulkFacts(cast, scene)
  raceFacts(cast)
}

type Scene = () => { readonly stage: Stage; readonly ways: readonly Way[] }

function placeFacts(cast: Cast, scene: Scene): void {
  const { machine, entryAt, call, read, bodyOf, messagesOf, positionIn } = cast
  const { noun } = cast.resource
  const path = pathOf(cast.resource)
  const { fields } = machine
  test('begin where their machine begins, unassigned, and say since when', async () => {
    const { stage } = scene()
    const entry = await entryAt(stage, { steps: [] })
    expect(entry).toMatchObject({ [fields.state]: machine.initial, stateAt: NOW })
    if (fields.assignee !== undefined) expect(entry[fields.assignee]).toBe(null)
  })

  test('have each action from each state, by each kind of caller, as their table says, with what was before in the audit log', async () => {
    const { stage, ways } = scene()
    const { f, ids } = stage
    const refused = {
      state: [409, 'ENTRY_STATE_CONFLICT'],
      condition: [409, 'ENTRY_STATE_CONFLICT'],
      who: [403, 'ENTRY_ACTION_NOT_ALLOWED'],
    }
    const [analyst, anonymous] = [sender(f, await f.signIn('analyst')), sender(f)]
    for (const way of ways)
      for (const action of actionsOf(machine))
        for (const who of ['ana', 'bea'] as const) {
          const entry = await entryAt(stage, way)
          const cell = `${action} from ${way.position.state} (${String(way.position.assignee)}) by ${who}`
          for (const [others, status] of [
            [analyst, 403],
            [anonymous, 401],
          ] as const)
            expect([
              cell,
              (await others('POST', `/${path}/${entry.id}/${action}`, bodyOf(action, ids.bea))).status,
            ]).toEqual([cell, status])
          expect([cell, await read(stage, entry.id)]).toEqual([cell, entry])
          const before = await f.catalog.audit.count()
          const { status, body } = await call(stage, who, action, entry.id)
          const { transition, reason } = attempt(machine, action, way.position, ids[who])
          if (transition === undefined) {
            expect([cell, status, (body as { code: string }).code]).toEqual([cell, ...refused[reason]])
            expect([cell, await read(stage, entry.id), await f.catalog.audit.count()]).toEqual([cell, entry, before])
            continue
          }
          const next = moved(transition, way.position, { caller: ids[who], named: ids.bea })
          expect([cell, status, positionIn(body as Entry)]).toEqual([cell, 200, next])
          expect(messagesOf(body as Entry).length).toBe(
            messagesOf(entry).length + (transition.comments === true ? 1 : 0),
          )
          expect(await read(stage, entry.id)).toEqual(body)
          const [last] = (await f.catalog.audit.page(SYSTEM_SCOPE, { action: noun, limit: 1 })).entries
          expect([last?.action, last?.details.id, last?.user]).toEqual([`${noun}.${action}`, entry.id, ids[who]])
          expect(last?.details.before ?? {}).toEqual({
            ...(next.state !== way.position.state && { [fields.state]: way.position.state }),
            ...(next.assignee !== way.position.assignee &&
              fields.assignee !== undefined && { [fields.assignee]: way.position.assignee }),
          })
        }
  }, 60_000)
}

function refusalFacts(cast: Cast, scene: Scene): void {
  const { resource, machine, entryAt, call, read, bodyOf } = cast
  const path = pathOf(resource)
  test('refuse an action on what is not there, one that they do not have, and what it should bring', async () => {
    const { stage, ways } = scene()
    const { send, f } = stage
    const { id } = await entryAt(stage, ways[0]!)
    for (const action of actionsOf(machine)) {
      expect(await call(stage, 'ana', action, MISSING)).toMatchObject({
        status: 404,
        body: { code: 'ENTRY_NOT_FOUND' },
      })
      if (bodyOf(action, 1) === undefined) continue
      for (const body of [{}, { user: 'x' }, { message: ' ' }, { message: 'x', user: 1 }])
        expect([action, body, (await send.ana('POST', `/${path}/${id}/${action}`, body)).status]).toEqual([
          action,
          body,
          400,
        ])
    }
    expect((await send.ana('POST', `/${path}/${id}/burn`)).status).toBe(404)
    const giving = machine.transitions.find(
      ({ assigns, from, who }) => assigns === 'named' && from.includes(machine.initial) && who === 'administrator',
    )
    if (giving === undefined) return
    const analyst = (await f.get('/me', await f.signIn('analyst'))).body as { id: number }
    for (const user of [MISSING, analyst.id])
      expect(await send.ana('POST', `/${path}/${id}/${giving.action}`, { user })).toMatchObject({
        status: 404,
        body: { code: 'USER_NOT_FOUND', details: { user } },
      })
  })

  test('answer a late caller with the steps that led there, not with messages since', async () => {
    const { stage, ways } = scene()
    const { f, ids } = stage
    for (const way of ways) {
      const last = way.steps.at(-1)
      const message = machine.transitions.find(
        ({ comments, from }) => comments === true && from.includes(way.position.state),
      )
      const late = actionsOf(machine).find(
        (action) => attempt(machine, action, way.position, ids.bea).reason === 'state',
      )
      if (last === undefined || message === undefined || late === undefined) continue
      const { id } = await entryAt(stage, way)
      f.clock.time += 60_000
      expect((await call(stage, 'bea', message.action, id)).status).toBe(200)
      expect(await call(stage, 'bea', late, id)).toMatchObject({
        status: 409,
        body: { details: { did: last.action, at: f.clock.now() - 60_000 } },
      })
    }
  })

  test('are changed by one conditional update: it writes nothing to what is elsewhere, or does not meet what is asked', async () => {
    const { stage, ways } = scene()
    const { f, ids } = stage
    const scope = { ...SYSTEM_SCOPE, userId: ids.ana }
    for (const way of ways)
      for (const transition of machine.transitions) {
        const entry = await entryAt(stage, way)
        const fits = attempt(machine, transition.action, way.position, ids.ana).transition === transition
        const changed = await f.catalog.resources.move(resource, scope, transition, { ids: [entry.id], at: NOW })
        const cell = `${transition.action} from ${way.position.state} (${String(way.position.assignee)})`
        expect([cell, changed.length]).toEqual([cell, fits ? 1 : 0])
        if (!fits) expect([cell, await read(stage, entry.id)]).toEqual([cell, entry])
      }
  })
}

function bulkFacts(cast: Cast, scene: Scene): void {
  const { machine, entryAt, read, positionIn } = cast
  const path = pathOf(cast.resource)
  test('have actions for many that take exactly the entries they may, and report who was first for the others', async () => {
    const { stage, ways } = scene()
    const { send, ids } = stage
    for (const bulk of machine.bulk) {
      const many = `/${path}/${bulk.path}`
      const entries: Entry[] = []
      for (const way of ways) entries.push(await entryAt(stage, way))
      const taken = entries.filter((entry) => isTaken(machine, bulk, positionIn(entry), ids.ana))
      const idList = entries.map(({ id }) => id)
      const { status, body } = await send.ana('POST', many, { idList: [...idList, MISSING] })
      expect([bulk.id, status, body]).toMatchObject([bulk.id, 200, { done: taken.map(({ id }) => id) }])
      const { left } = body as {
        left: readonly { id: number; state: string; by: string | null; action: string | null }[]
      }
      expect(left.map(({ id, state }) => [id, state] as const).toSorted(byId)).toEqual(
        entries
          .flatMap((entry) => (taken.includes(entry) ? [] : [[entry.id, positionIn(entry).state] as const]))
          .toSorted(byId),
      )
      for (const { id, by, action } of left) {
        const way = ways[idList.indexOf(id)]
        const last = way?.steps.findLast((step) => actionsThatCount(machine).has(step.action))
        expect([by, action]).toEqual(
          last === undefined ? [null, null] : [`${last.caller === ids.ana ? 'ana' : 'bea'}@aforo.test`, last.action],
        )
      }
      for (const entry of entries) if (!taken.includes(entry)) expect(await read(stage, entry.id)).toEqual(entry)
      expect((await send.ana('POST', many, { idList: [] })).status).toBe(400)
      expect((await send.ana('POST', many, { surprise: 1 })).status).toBe(400)
      const all = await send.ana('POST', many)
      expect([bulk.id, all.status]).toEqual([bulk.id, bulk.takesAll ? 200 : 400])
      if (!bulk.takesAll) continue
      const more = await Promise.all(ways.map((way) => entryAt(stage, way)))
      const expected = more.filter((entry) => isTaken(machine, bulk, positionIn(entry), ids.ana)).map(({ id }) => id)
      expect((await send.ana('POST', many)).body).toMatchObject({ done: expect.arrayContaining(expected), left: [] })
      const rest = (await send.ana('GET', `/${path}`)).body as Entry[]
      expect(rest.filter((entry) => isTaken(machine, bulk, positionIn(entry), ids.ana))).toEqual([])
    }
  }, 60_000)
}

function raceFacts(cast: Cast): void {
  const { machine, draft, entryAt, read, positionIn } = cast
  const path = pathOf(cast.resource)
  let dialects: readonly TestDialect[]
  let stop: () => Promise<void>
  beforeAll(async () => {
    ;({ dialects, stop } = await testDialects())
  })
  afterAll(() => stop())

  test('end after each pair of actions at once in what one of their orders makes of them, on every catalog, and the second one gets a conflict', async () => {
    for (const { url } of dialects) {
      const on = await stageOn(await url())
      try {
        await race(cast, on)
      } finally {
        await on.f.close()
      }
    }
  }, 120_000)

  test('are taken by two actions for many at once no more than once each, and of two changes at once one is refused, on every catalog', async () => {
    for (const { url } of dialects) {
      const on = await stageOn(await url())
      try {
        for (const bulk of machine.bulk) {
          const way = waysOf(machine, [on.ids.ana, on.ids.bea]).find(({ position }) =>
            isTaken(machine, bulk, position, on.ids.ana),
          )
          if (way === undefined) throw new Error(`${bulk.id} takes nothing that can be made.`)
          const entries: Entry[] = []
          for (let at = 0; at < 20; at += 1) entries.push(await entryAt(on, way))
          const idList = entries.map(({ id }) => id)
          const answers = await Promise.all([
            on.send.ana('POST', `/${path}/${bulk.path}`, { idList }),
            on.send.ana('POST', `/${path}/${bulk.path}`, { idList: idList.toReversed() }),
          ])
          const done = answers.flatMap(({ body }) => (body as { done: number[] }).done)
          const again =
            attempt(machine, bulk.action, positionIn(await read(on, idList[0]!)), on.ids.ana).reason === undefined
          expect([bulk.id, done.toSorted((a, b) => a - b)]).toEqual([
            bulk.id,
            again ? idList.flatMap((id) => [id, id]) : idList,
          ])
        }
        for (let at = 0; at < 20 && cast.resource.isMadeElsewhere !== true; at += 1) {
          const entry = await entryAt(on, { steps: [] })
          const seen = { updatedAt: entry.updatedAt }
          const answers = await Promise.all([
            on.send.ana('PUT', `/${path}/${entry.id}`, { ...draft(on), ...seen }),
            on.send.bea('PUT', `/${path}/${entry.id}`, { ...draft(on), ...seen }),
          ])
          expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
        }
      } finally {
        await on.f.close()
      }
    }
  }, 120_000)
}

/** Pairs of actions from every place, spread evenly over all that make sense. */
async function race(cast: Cast, on: Stage): Promise<void> {
  const { machine, entryAt, call, read, messagesOf, positionIn } = cast
  const { noun } = cast.resource

  const there = waysOf(machine, [on.ids.ana, on.ids.bea])
  const actions = actionsOf(machine)
  const all = there.flatMap((way) => actions.flatMap((a) => actions.map((b) => ({ way, a, b }))))
  // Those of which at least one may be done: two refusals race for nothing.
  const some = all.filter(({ way: { position }, a, b }) =>
    [attempt(machine, a, position, on.ids.ana), attempt(machine, b, position, on.ids.bea)].some(
      ({ reason }) => reason === undefined,
    ),
  )
  const length = Math.min(PAIRS, some.length)
  const pairs = Array.from({ length }, (_, at) => some[Math.floor((at * some.length) / length)]!)
  let conflicts = 0
  for (let at = 0; at < pairs.length; at += 8)
    await Promise.all(
      pairs.slice(at, at + 8).map(async ({ way, a, b }) => {
        const entry = await entryAt(on, way)
        const [first, second] = await Promise.all([call(on, 'ana', a, entry.id), call(on, 'bea', b, entry.id)])
        const after = await read(on, entry.id)
        const end = positionIn(after)
        const said = [[a, first] as const, [b, second] as const].filter(
          ([action, { status }]) => status === 200 && !actionsThatCount(machine).has(action),
        )
        expect([a, b, messagesOf(after).length]).toEqual([a, b, said.length])
        const cell = `${a} by ana and ${b} by bea, from ${way.position.state} (${String(way.position.assignee)})`
        const steps = [
          { who: 'ana', action: a, answer: first },
          { who: 'bea', action: b, answer: second },
        ] as const
        const explained = [steps, [steps[1], steps[0]] as const].find((order) => {
          let position = way.position
          for (const { who, action, answer } of order) {
            const { transition, reason } = attempt(machine, action, position, on.ids[who])
            if ((reason === undefined) !== (answer.status === 200)) return false
            if (transition === undefined) continue
            position = moved(transition, position, { caller: on.ids[who], named: on.ids.bea })
          }
          return position.state === end.state && position.assignee === end.assignee
        })
        expect([cell, first.status, second.status, end, explained !== undefined]).toEqual([
          cell,
          first.status,
          second.status,
          end,
          true,
        ])
        const [winner, loser] = explained ?? steps
        if (winner.answer.status !== 200 || loser.answer.status !== 409) return
        if (attempt(machine, loser.action, way.position, on.ids[loser.who]).reason !== undefined) return
        conflicts += 1
        expect([cell, loser.answer.body]).toMatchObject([
          cell,
          {
            code: 'ENTRY_STATE_CONFLICT',
            details: {
              noun,
              id: entry.id,
              state: end.state,
              did: winner.action,
              by: `${winner.who}@aforo.test`,
              at: NOW,
            },
          },
        ])
      }),
    )
  expect(conflicts).toBeGreaterThan(0)
}

/** Reported to the loser of a race: all but messages. */
const actionsThatCount = ({ transitions }: Machine) =>
  new Set(transitions.flatMap(({ action, comments }) => (comments === true ? [] : [action])))

const byId = ([one]: readonly [number, string], [other]: readonly [number, string]) => one - other
