/** Valid requests for every call about reports: of the caller, of others, of none. For tests only. */
import type { ReportDraft } from '#schemas/generated/api/report-draft.ts'
import { SYSTEM_SCOPE } from '../../server/lib/scope.ts'
import { secretsOf } from '../../server/lib/secrets.ts'
import { CONFIG, NOW } from '../../server/testing/fixture.ts'
import type { Fixture } from '../../server/testing/fixture.ts'
import type { RecipeCall, Recipe, Situation } from './recipe.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const MISSING = 987_654
const empty = (name: string) =>
  JSON.stringify({ format: 1, _id: 'x', revision: 1, name, widgets: {}, layout: { sections: [] } })

/** A mail that a demo has sent with the files of a run. Answers its id. */
export async function mailOf({ catalog }: Pick<Fixture, 'catalog'>, run: number): Promise<number> {
  const letter = { to: ['boss@aforo.test'], subject: 'Week', text: 'Report', until: NOW + 1e9, run }
  await catalog.mails.add(NOW, (id) =>
    secretsOf(CONFIG.secretKey ?? '').seal(JSON.stringify(letter), `mails.sealed:${id}`),
  )
  const id = (await catalog.mails.list(1))[0]?.id ?? 0
  await catalog.mails.settle(id, 'sent')
  return id
}

/** An account has few reports in the making at once: each is sent for another one. */
function senders({ users }: Fixture['catalog']) {
  let made = 0
  return async (): Promise<number> => {
    made += 1
    const username = `sender-${made}@aforo.test`
    return (
      await users.insert(SYSTEM_SCOPE, { username, role: 'basic', flags: [], clients: [], passwordHash: null }, NOW)
    ).id
  }
}

export async function reportRecipes({ catalog, ids }: Fixture): Promise<ReadonlyMap<string, Recipe>> {
  const stranger = await catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'reporter@aforo.test', role: 'basic', flags: [], clients: [], passwordHash: null },
    NOW,
  )
  const taker = await catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'taker@aforo.test', role: 'basic', flags: ['footCompare'], clients: [ids.uno], passwordHash: null },
    NOW,
  )
  for (const [id, to, name] of [
    ['shown', 'everyone', 'Shown'],
    ['hidden', 'onlyMe', 'Museo'],
  ] as const) {
    await catalog.dashboards.insert(
      { ...SYSTEM_SCOPE, userId: stranger.id },
      { names: { '': name }, descriptions: {}, flags: [], id, audience: { to, ids: [] }, basedOn: null },
      { number: 1, text: empty(name), note: '', at: NOW, restoredFrom: null, basedOnHash: null, patch: null },
    )
  }
  const what = (variant: Situation['variant'], mail: ReportDraft['what']['mail'] = null): ReportDraft['what'] => ({
    name: 'Report',
    dashboard: variant === 'own' ? 'shown' : variant === 'other' ? 'hidden' : 'missing',
    values: {},
    formats: ['csv'],
    lang: 'en',
    timeZone: 'UTC',
    mail,
  })
  const letter = { to: ['boss@aforo.test'], cc: [], bcc: [], subject: 'Report', text: '' }
  const draft = (variant: Situation['variant']): ReportDraft => ({
    what: what(variant, letter),
    cadence: { every: 'day', weekday: 1, day: 1, hour: 8 },
    enabled: true,
  })
  const ownerOf = ({ variant, me }: Situation) => (variant === 'own' && me.userId !== 0 ? me.userId : stranger.id)

  const report = async (situation: Situation) =>
    situation.variant === 'missing'
      ? MISSING
      : (await catalog.reports.insert({ ...SYSTEM_SCOPE, userId: ownerOf(situation) }, draft('own'), NOW + 1e9, NOW)).id
  const queued = async (situation: Situation) =>
    situation.variant === 'missing'
      ? MISSING
      : catalog.reportRuns.insert(
          { owner: ownerOf(situation), report: null, kind: 'file', what: what('own'), dueAt: NOW, asOf: '2026-11-20' },
          NOW,
        )
  /** A finished run, with one file. */
  async function made(situation: Situation): Promise<{ run: number; file: number }> {
    const run = await queued(situation)
    if (run === MISSING) return { run, file: MISSING }
    await catalog.reportRuns.end(
      (await catalog.reportRuns.take(NOW, NOW + 1)) ?? { id: 0, tries: 0 },
      { status: 'ready', files: [{ name: 'a.csv', type: 'text/csv', bytes: Buffer.from('a') }] },
      NOW,
    )
    return {
      run,
      file: (await catalog.reportRuns.find({ ...SYSTEM_SCOPE, userId: ownerOf(situation) }, run))?.files[0]?.id ?? 0,
    }
  }

  const one = (url: string, payload?: object): readonly RecipeCall[] => [
    { url: `/api/reports${url}`, ...(payload !== undefined && { payload, headers: JSON_TYPE }) },
  ]
  const sender = senders(catalog)
  /** One of the stranger, who sees what it shows, as does who gets it. */
  const manage =
    (action: string, options: { enabled?: boolean; payload?: object } = {}): Recipe =>
    async ({ variant }) => {
      const { enabled = true, payload } = options
      const owner = { ...SYSTEM_SCOPE, userId: action === 'send' ? await sender() : stranger.id }
      const shown = { ...what('own', letter), ...(action === 'hand-over' && { dashboard: 'foot-compare' }) }
      const id =
        variant === 'missing'
          ? MISSING
          : (await catalog.reports.insert(owner, { ...draft('own'), what: shown, enabled }, NOW + 1e9, NOW)).id
      return [
        {
          url: `/api/management/reports/${id}/${action}`,
          ...(payload !== undefined && { payload, headers: JSON_TYPE }),
        },
      ]
    }
  return new Map<string, Recipe>([
    ['GET /api/management/reports/:id/runs', manage('runs')],
    ['POST /api/management/reports/:id/pause', manage('pause')],
    ['POST /api/management/reports/:id/resume', manage('resume', { enabled: false })],
    ['POST /api/management/reports/:id/hand-over', manage('hand-over', { payload: { user: taker.id } })],
    ['POST /api/management/reports/:id/send', manage('send')],
    ['POST /api/reports', async ({ variant }) => one('', draft(variant))],
    ['GET /api/reports/:id', async (situation) => one(`/${await report(situation)}`)],
    ['PUT /api/reports/:id', async (situation) => one(`/${await report(situation)}`, draft('own'))],
    ['DELETE /api/reports/:id', async (situation) => one(`/${await report(situation)}`)],
    ['POST /api/reports/:id/send', async (situation) => one(`/${await report(situation)}/send`)],
    [
      'GET /api/reports/runs',
      async (situation) => one(situation.variant === 'own' ? '/runs' : `/runs?report=${await report(situation)}`),
    ],
    ['POST /api/reports/runs', async ({ variant }) => one('/runs', what(variant))],
    ['GET /api/reports/runs/:id', async (situation) => one(`/runs/${(await made(situation)).run}`)],
    [
      'GET /api/reports/runs/:id/files/:file',
      async (situation) => {
        const { run, file } = await made(situation)
        return one(`/runs/${run}/files/${file}`)
      },
    ],
    [
      'GET /api/demo/mailbox/:id/files/:file',
      async (situation) => {
        const { run } = await made(situation)
        return [{ url: `/api/demo/mailbox/${run === MISSING ? run : await mailOf({ catalog }, run)}/files/1` }]
      },
    ],
    ['DELETE /api/reports/runs/:id', async (situation) => one(`/runs/${await queued(situation)}`)],
  ])
}
