/**
 * Why a report is not made, asked before any figure is: of its owner, its readers and its dashboard as they are then.
 */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../lib/errors.ts'
import { dateIn, reportMaker } from './maker.ts'
import { createReportTokens } from './report-tokens.ts'
import { PrintError } from './printer.ts'
import { domainsOf, foreignIn, recipientsOf } from './recipients.ts'
import type { TakenRun } from './run-repo.ts'
import { newToken } from '../../lib/secrets.ts'
import type { User } from '../../lib/user.ts'

type Parts = Parameters<typeof reportMaker>[0]
const NOW = Date.UTC(2026, 10, 20, 12)
const DAY = 86_400_000
const OWNER = {
  id: 1,
  username: 'ana@aforo.test',
  role: 'basic',
  enabled: true,
  passwordExpired: false,
  flags: [],
  clients: [1],
  properties: { lang: 'es' },
} as unknown as User
const letter = (more: object = {}) => ({ to: ['ana@aforo.test'], cc: [], bcc: [], subject: 'x', text: '', ...more })
const run = (mail: object | null = letter()) =>
  ({
    id: 7,
    owner: 1,
    kind: 'scheduled',
    asOf: '2026-11-20',
    tries: 1,
    what: { name: 'x', dashboard: 'foot-compare', values: {}, formats: ['csv'], lang: 'es', timeZone: 'UTC', mail },
  }) as unknown as TakenRun

async function outcome(
  {
    user = OWNER,
    mail = letter(),
    view = async () => {
      throw new AppError('DASHBOARD_NOT_FOUND', 'There is none.')
    },
    sent = 0,
    reportDomains = null,
  }: {
    user?: User | null
    mail?: object | null
    view?: () => Promise<unknown>
    sent?: number
    reportDomains?: readonly string[] | null
  } = {},
  cancelled: AbortSignal = new AbortController().signal,
) {
  const [counted, warned]: [unknown[], unknown[]] = [[], []]
  const maker = reportMaker({
    users: { find: async (_scope: unknown, id: number) => (id === 1 ? (user ?? undefined) : undefined) },
    runs: {
      recipientsBefore: async (_run: unknown, since: number) => {
        counted.push(since)
        return sent
      },
    },
    reportTokens: {
      issue: () => {
        throw new Error('No figure may be asked for.')
      },
    },
    dashboards: { view },
    reportDomains,
    clock: { now: () => NOW },
    log: {
      warn: (about: unknown) => {
        warned.push(about)
      },
    },
  } as unknown as Parts)
  return { outcome: await maker.make(run(mail), cancelled), counted, warned }
}

describe('a report is not made', () => {
  test('when its owner is gone, disabled or has to choose a new password', async () => {
    for (const user of [null, { ...OWNER, enabled: false }, { ...OWNER, passwordExpired: true }]) {
      expect((await outcome({ user })).outcome).toEqual({ reason: 'ownerGone' })
    }
  })

  test('when one of its readers may not be written to any more, also in copy', async () => {
    const given = { reportDomains: ['partner.test'] }
    for (const mail of [
      letter({ to: ['eve@x.test'] }),
      letter({ cc: ['eve@x.test'] }),
      letter({ bcc: ['eve@x.test'] }),
    ]) {
      expect((await outcome({ ...given, mail })).outcome).toEqual({ reason: 'recipientGone' })
    }
    expect((await outcome({ ...given, mail: letter({ to: ['bea@partner.test', 'leo@aforo.test'] }) })).outcome).toEqual(
      { reason: 'dashboardGone' },
    )
  })

  test('beyond 500 recipients of its account in a day, this mail included', async () => {
    const mail = letter({ cc: ['bea@aforo.test'] })
    const { outcome: spent, counted } = await outcome({ mail, sent: 499 })
    expect([spent, counted]).toEqual([{ reason: 'mailsSpent' }, [NOW - DAY]])
    expect((await outcome({ mail, sent: 498 })).outcome).toEqual({ reason: 'dashboardGone' })
    expect((await outcome({ mail: null, sent: 900 })).outcome).toEqual({ reason: 'dashboardGone' })
  })

  test('when its dashboard cannot be opened; a defect is another reason, and is logged', async () => {
    expect(await outcome()).toMatchObject({ outcome: { reason: 'dashboardGone' }, warned: [] })
    const cause = new Error('connect ECONNREFUSED')
    expect(
      await outcome({
        view: async () => {
          throw cause
        },
      }),
    ).toMatchObject({ outcome: { reason: 'figuresFailed' }, warned: [{ err: cause, run: 7 }] })
    expect(
      (
        await outcome({
          view: async () => {
            throw new AppError('FLAG_REQUIRED', 'No.')
          },
        })
      ).outcome,
    ).toEqual({ reason: 'figuresFailed' })
  })

  test('when the browser is missing, fails, or finds nothing to show: each is a reason of its own', async () => {
    const kinds = [
      ['noChromium', 'noChromium'],
      ['chromium', 'chromiumFailed'],
      ['nothing', 'figuresFailed'],
    ] as const
    for (const [kind, reason] of kinds) {
      expect(
        (
          await outcome({
            view: async () => {
              throw new PrintError(kind, 'x')
            },
          })
        ).outcome,
      ).toEqual({ reason })
    }
  })

  test('when it was cancelled, also when other parts failed by that', async () => {
    const stopped = new AbortController()
    stopped.abort()
    expect(
      await outcome(
        {
          view: async () => {
            throw new Error('aborted')
          },
        },
        stopped.signal,
      ),
    ).toMatchObject({ outcome: { reason: 'interrupted' }, warned: [] })
  })
})

test('the day of a report is written as its readers write it', () => {
  expect(['es', 'en', 'it'].map((lang) => dateIn(lang, '2026-11-03'))).toEqual([
    '3 de noviembre de 2026',
    '3 November 2026',
    '3 novembre 2026',
  ])
})

describe('who may be written to', () => {
  test('is every address without a list; with one its domains and the own; by a guest none', () => {
    expect(domainsOf(OWNER, null)).toBe(null)
    expect(domainsOf(OWNER, ['partner.test', 'aforo.test'])).toEqual(['aforo.test', 'partner.test'])
    expect(domainsOf({ ...OWNER, username: 'ana' }, ['partner.test'])).toEqual(['partner.test'])
    const guest = { ...OWNER, properties: { lang: 'es', demo: true } } as unknown as User
    expect([domainsOf(guest, null), domainsOf(guest, ['aforo.test'])]).toEqual([[], []])
  })

  test('is compared without regard to capitals, and always the account itself', () => {
    const mail = letter({ to: ['BEA@Partner.Test', 'Ana@AFORO.test'] })
    expect(foreignIn(mail, OWNER, ['partner.test'])).toBe(undefined)
    expect(foreignIn(mail, OWNER, [])).toBe('BEA@Partner.Test')
    expect(foreignIn(letter({ to: ['a@partner.test@evil.test'] }), OWNER, ['partner.test'])).toBe(
      'a@partner.test@evil.test',
    )
    expect(foreignIn(mail, OWNER, null)).toBe(undefined)
    expect(recipientsOf(letter({ cc: ['b@x.test'], bcc: ['c@x.test'] }))).toEqual([
      'ana@aforo.test',
      'b@x.test',
      'c@x.test',
    ])
  })
})

describe('the token of a run', () => {
  const open = (user: User | undefined = OWNER) => {
    const clock = {
      time: NOW,
      now() {
        return this.time
      },
    }
    return { clock, reportTokens: createReportTokens({ users: { find: async () => user } as never, clock }) }
  }

  test('reads on behalf of its owner until it expires', async () => {
    const { clock, reportTokens } = open()
    const { token } = reportTokens.issue(1, 1000)
    expect(await reportTokens.resolve(token)).toMatchObject({
      user: OWNER,
      scope: { userId: 1, role: 'basic' },
      since: NOW,
      isConfirmed: false,
      readsOnly: true,
    })
    clock.time += 999
    expect(await reportTokens.resolve(token)).not.toBe(null)
    clock.time += 1
    expect(await reportTokens.resolve(token)).toBe(null)
    clock.time = NOW
    expect(await reportTokens.resolve(token)).toBe(null)
  })

  test('ends with its run, and is refused when it was never given or its owner is disabled', async () => {
    const { reportTokens } = open()
    const [first, second] = [reportTokens.issue(1, 1000), reportTokens.issue(1, 1000)]
    first.end()
    expect([
      await reportTokens.resolve(first.token),
      await reportTokens.resolve(newToken()),
      await reportTokens.resolve('x'),
    ]).toEqual([null, null, null])
    expect(await reportTokens.resolve(second.token)).not.toBe(null)
    const { reportTokens: none } = open({ ...OWNER, enabled: false })
    expect(await none.resolve(none.issue(1, 1000).token)).toBe(null)
  })
})
