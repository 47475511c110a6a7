import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayBegin, STAGES, WAY_STEPS, wayOf } from './installation-way.ts'
import type { InstallationFacts } from './installation-way.ts'

const MADE = Date.UTC(2026, 10, 2)
const DAY = 86_400_000
const moment = fc.integer({ min: 1, max: 60 }).map((days) => MADE + days * DAY)
const evidence = <State extends string>(...states: readonly State[]) =>
  fc.option(
    fc.record({ state: fc.constantFrom(...states), since: moment, holder: fc.option(fc.integer({ min: 1, max: 9 })) }),
  )

/** As the server reads it: what is verified was installed, and only what is installed has counts since. */
const facts: fc.Arbitrary<InstallationFacts> = fc
  .record({
    order: evidence('draft', 'launched', 'closed', 'cancelled'),
    localOrder: fc.option(fc.record({ since: moment })),
    presetup: evidence('todo', 'ready', 'installed'),
    state: fc.constantFrom('planned', 'underway', 'installed', 'verified', 'closed', 'cancelled'),
    since: moment,
    holder: fc.option(fc.integer({ min: 1, max: 9 })),
    hasDay: fc.boolean(),
    preseal: evidence('off', 'on', 'sealed'),
    seal: evidence('valid', 'invalid'),
    firstCounts: fc.option(moment),
  })
  .map(({ state, since, holder, hasDay, firstCounts, ...rest }) => {
    const isInstalled = state === 'installed' || state === 'verified' || state === 'closed'
    const isVerified = state === 'verified' || state === 'closed'
    return {
      ...rest,
      installation: {
        state,
        since,
        holder,
        hasDay,
        madeAt: MADE,
        installedAt: isInstalled ? since : null,
        verifiedAt: isVerified ? since : null,
      },
      firstCounts: isInstalled ? firstCounts : null,
    } as const satisfies InstallationFacts
  })

const NEW: InstallationFacts = {
  order: { state: 'launched', since: MADE, holder: 7 },
  localOrder: { since: MADE - DAY },
  presetup: null,
  installation: {
    state: 'planned',
    since: MADE,
    holder: null,
    hasDay: false,
    madeAt: MADE,
    installedAt: null,
    verifiedAt: null,
  },
  preseal: null,
  seal: null,
  firstCounts: null,
}
const placeOf = (of: InstallationFacts) => STAGES.indexOf(wayOf(of).stage)

describe('the way of an installation, with any facts', () => {
  test('has its steps in their order, and a stage at which exactly one of them is, or none', () => {
    fc.assert(
      fc.property(facts, (of) => {
        const { stage, steps } = wayOf(of)
        expect(steps.map(({ step }) => step)).toEqual(WAY_STEPS)
        const now = steps.filter(({ state }) => state === 'current').map(({ step }) => step)
        const failed = steps.filter(({ state }) => state === 'failed').map(({ step }) => step)
        expect([...now, ...failed]).toEqual(stage === 'counting' || stage === 'cancelled' ? [] : [stage])
      }),
    )
  })

  test('before its stage is done or skipped; after it nothing is done, but where the stage is one that failed', () => {
    fc.assert(
      fc.property(facts, (of) => {
        const { stage, steps } = wayOf(of)
        if (stage === 'cancelled') return
        const at = stage === 'counting' ? steps.length : steps.findIndex(({ step }) => step === stage)
        for (const { state } of steps.slice(0, at)) expect(['done', 'skipped']).toContain(state)
        if (steps[at]?.state === 'failed') return
        for (const { state } of steps.slice(at + 1)) expect(state).toBe('ahead')
      }),
    )
  })

  test('never goes back when more becomes known to be done', () => {
    fc.assert(
      fc.property(facts, moment, (of, since) => {
        if (of.installation.state === 'cancelled') return
        const is = { since, holder: null }
        for (const more of [
          { order: { state: 'launched', ...is } },
          { localOrder: { since } },
          { presetup: { state: 'ready', ...is } },
          { preseal: { state: 'sealed', ...is } },
          { seal: { state: 'valid', ...is } },
          ...(of.installation.installedAt === null ? [] : [{ firstCounts: since }]),
        ] as const)
          expect(placeOf({ ...of, ...more })).toBeGreaterThanOrEqual(placeOf(of))
      }),
    )
  })

  test('lists as missing exactly its stage and the skipped ones, and none that are done', () => {
    fc.assert(
      fc.property(facts, (of) => {
        const { missing, steps } = wayOf(of)
        expect(missing).toEqual(
          steps.flatMap((one) => (['current', 'skipped', 'failed'].includes(one.state) ? one.missing : [])),
        )
        for (const { state, missing: none } of steps) if (state === 'done') expect(none).toEqual([])
      }),
    )
  })

  test('is in its stage since a moment that is known, never before it was made', () => {
    fc.assert(
      fc.property(facts, (of) => {
        const { since } = wayOf(of)
        expect(since).toBeGreaterThanOrEqual(MADE)
        expect(since).toBeLessThanOrEqual(MADE + 60 * DAY)
      }),
    )
  })

  test('offers nothing to begin once it is closed or cancelled; before, the current and the skipped stages', () => {
    fc.assert(
      fc.property(facts, (of) => {
        const { state: status } = of.installation
        const { steps } = wayOf(of)
        expect(steps.filter((one) => mayBegin(one, status))).toEqual(
          status === 'closed' || status === 'cancelled'
            ? []
            : steps.filter(({ state }) => state === 'current' || state === 'skipped'),
        )
      }),
    )
  })

  test('ends at cancelled, with any other facts', () => {
    fc.assert(
      fc.property(facts, (of) => {
        const cancelled = { ...of, installation: { ...of.installation, state: 'cancelled' as const } }
        expect(wayOf(cancelled)).toMatchObject({ stage: 'cancelled', missing: [], since: of.installation.since })
      }),
    )
  })
})

describe('an installation', () => {
  test('that was just launched waits for its pre-setup, since the launch', () => {
    expect(wayOf(NEW)).toMatchObject({ stage: 'presetup', since: MADE, holder: null, missing: ['presetupNone'] })
  })

  test('that is under way without a pre-setup is at its installation, and the pre-setup is missing', () => {
    const installation = { ...NEW.installation, state: 'underway', since: MADE + DAY, holder: 3 } as const
    expect(wayOf({ ...NEW, installation })).toMatchObject({
      stage: 'installation',
      since: MADE + DAY,
      holder: 3,
      missing: ['presetupNone', 'notInstalled'],
    })
  })

  test('that is installed without a pre-setup waits for its pre-seal, and the pre-setup is missing', () => {
    const installedAt = MADE + 5 * DAY
    const installation = {
      ...NEW.installation,
      state: 'installed',
      since: installedAt,
      installedAt,
      holder: 3,
    } as const
    expect(wayOf({ ...NEW, installation })).toMatchObject({
      stage: 'preseal',
      since: installedAt,
      holder: 3,
      missing: ['presetupNone', 'presealNone', 'notVerified'],
    })
  })

  test('that counts goes back to its seal when that is not valid any more, since then', () => {
    const since = MADE + 9 * DAY
    const installation = {
      ...NEW.installation,
      state: 'closed',
      since: MADE + 6 * DAY,
      installedAt: MADE + 5 * DAY,
      verifiedAt: MADE + 6 * DAY,
    } as const
    const counting: InstallationFacts = {
      ...NEW,
      installation,
      presetup: { state: 'ready', since: MADE, holder: null },
      firstCounts: MADE + 7 * DAY,
    }
    expect(wayOf(counting)).toMatchObject({ stage: 'counting', missing: [], since: MADE + 7 * DAY })
    expect(wayOf({ ...counting, seal: { state: 'invalid', since, holder: null } })).toMatchObject({
      stage: 'seal',
      since,
      missing: ['sealInvalid'],
    })
  })

  test('without an order waits for its pre-setup like any other', () => {
    const { stage, missing, steps } = wayOf({ ...NEW, order: null, localOrder: null })
    expect([stage, missing, steps.slice(0, 2).map(({ state }) => state)]).toEqual([
      'presetup',
      ['presetupNone'],
      ['skipped', 'skipped'],
    ])
  })

  test('that was closed without a pre-setup keeps it as missing, and does not offer to begin one', () => {
    const at = MADE + 6 * DAY
    const installation = { ...NEW.installation, state: 'closed', since: at, installedAt: at, verifiedAt: at } as const
    const { missing, steps } = wayOf({ ...NEW, installation })
    expect(missing).toEqual(['presetupNone', 'countsNone'])
    expect(steps.map((step) => mayBegin(step, 'verified'))).toContain(true)
    expect(steps.map((step) => mayBegin(step, 'closed'))).not.toContain(true)
  })
})
