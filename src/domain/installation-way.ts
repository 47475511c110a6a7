/**
 * How far an installation is: from its order to its first counts (docs/decisions/0086-way-of-an-installation.md). Its
 * stage is the first step that has failed, else the one after the furthest that is done, and the installation itself
 * once it is under way. What before the stage is not done is missing.
 */
export const WAY_STEPS = ['order', 'localOrder', 'presetup', 'installation', 'preseal', 'seal', 'firstCounts'] as const
export type WayStep = (typeof WAY_STEPS)[number]

/** In the order of a board. Counting: nothing is left to do. */
export const STAGES = [...WAY_STEPS, 'counting', 'cancelled'] as const
export type Stage = (typeof STAGES)[number]

/** Why a step is not done. */
export type Missing =
  | 'orderDraft'
  | 'orderCancelled'
  | 'presetupNone'
  | 'presetupTodo'
  | 'holderNone'
  | 'dayNone'
  | 'notBegun'
  | 'notInstalled'
  | 'notVerified'
  | 'presealNone'
  | 'presealOff'
  | 'presealOn'
  | 'sealNone'
  | 'sealInvalid'
  | 'countsNone'

/** An entry of another noun, as it is now. */
export interface Evidence<State extends string> {
  /** Of the entry that says it, where it has a page. */
  readonly id?: number
  readonly state: State
  /** Epoch ms. */
  readonly since: number
  /** Id of the account that has it. */
  readonly holder: number | null
}

/** The known facts; null: not begun. */
export interface InstallationFacts {
  readonly order: Evidence<'draft' | 'launched' | 'closed' | 'cancelled'> | null
  /** When the local was put in the order. */
  readonly localOrder: { readonly since: number } | null
  readonly presetup: Evidence<'todo' | 'ready' | 'installed'> | null
  readonly installation: Evidence<'planned' | 'underway' | 'installed' | 'verified' | 'closed' | 'cancelled'> & {
    readonly madeAt: number
    /** When it was done, last; null: it is not. */
    readonly installedAt: number | null
    readonly verifiedAt: number | null
    readonly hasDay: boolean
  }
  readonly preseal: Evidence<'off' | 'on' | 'sealed'> | null
  readonly seal: Evidence<'valid' | 'invalid'> | null
  /** The first count of the local since it is installed, epoch ms. */
  readonly firstCounts: number | null
}

/**
 * `skipped`: nothing says that it was done, and a later one is. `failed`: it has to be done again. `current`: the
 * stage.
 */
export type StepState = 'done' | 'skipped' | 'failed' | 'current' | 'ahead'

export interface WayStepState {
  readonly step: WayStep
  readonly state: StepState
  /** Since when it is done, has failed or is begun; null: it is not begun. */
  readonly since: number | null
  /** Id of the account that has it; null: it is unassigned. */
  readonly holder: number | null
  readonly missing: readonly Missing[]
}

export interface InstallationWay {
  readonly stage: Stage
  /** Since when it is in this stage. */
  readonly since: number
  /** Who has it now. */
  readonly holder: number | null
  /** Missing now: in this stage, and in the skipped ones. */
  readonly missing: readonly Missing[]
  readonly steps: readonly WayStepState[]
}

interface Found {
  /** `none`: this installation has no such step. */
  readonly mark: 'done' | 'failed' | 'open' | 'none'
  readonly since: number | null
  readonly holder: number | null
  readonly missing: readonly Missing[]
}

const open = (
  missing: readonly Missing[],
  { since, holder }: Partial<Omit<Found, 'mark' | 'missing'>> = {},
): Found => ({
  mark: 'open',
  since: since ?? null,
  holder: holder ?? null,
  missing,
})
/** One that is of no order. */
const none: Found = { mark: 'none', since: null, holder: null, missing: [] }
const done = (since: number, holder: number | null = null): Found => ({ mark: 'done', since, holder, missing: [] })

const FINDERS: Readonly<Record<WayStep, (facts: InstallationFacts) => Found>> = {
  order({ order }) {
    if (order === null) return none
    if (order.state === 'draft') return open(['orderDraft'], order)
    return order.state === 'cancelled' ? open(['orderCancelled'], order) : done(order.since, order.holder)
  },
  localOrder: ({ localOrder }) => (localOrder === null ? none : done(localOrder.since)),
  presetup({ presetup }) {
    if (presetup === null) return open(['presetupNone'])
    return presetup.state === 'todo' ? open(['presetupTodo'], presetup) : done(presetup.since, presetup.holder)
  },
  installation({ installation }) {
    const { state, since, holder, hasDay, installedAt } = installation
    if (installedAt !== null) return done(installedAt, holder)
    const unheld: readonly Missing[] = holder === null ? ['holderNone'] : []
    if (state === 'underway') return open([...unheld, 'notInstalled'], installation)
    return open([...unheld, ...(hasDay ? [] : (['dayNone'] as const)), 'notBegun'], { since, holder })
  },
  preseal({ preseal, installation: { state, verifiedAt, holder } }) {
    if (preseal !== null && preseal.state === 'sealed') return done(preseal.since, preseal.holder)
    if (preseal !== null) return open([preseal.state === 'on' ? 'presealOn' : 'presealOff'], preseal)
    if (verifiedAt !== null) return done(verifiedAt, holder)
    return open(state === 'installed' ? ['presealNone', 'notVerified'] : ['presealNone'])
  },
  seal({ seal, installation: { state, since, holder } }) {
    if (seal === null) return state === 'closed' ? done(since, holder) : open(['sealNone'])
    if (seal.state === 'valid') return done(seal.since, seal.holder)
    return { mark: 'failed', since: seal.since, holder: seal.holder, missing: ['sealInvalid'] }
  },
  firstCounts: ({ firstCounts }) => (firstCounts === null ? open(['countsNone']) : done(firstCounts)),
}

export function wayOf(facts: InstallationFacts): InstallationWay {
  const { installation } = facts
  const found = WAY_STEPS.map((step) => ({ step, ...FINDERS[step](facts) }))
  const isCancelled = installation.state === 'cancelled'
  const failed = found.findIndex(({ mark }) => mark === 'failed')
  // Work that has begun at the local does not wait for its pre-setup.
  const begun = installation.state === 'underway' ? WAY_STEPS.indexOf('installation') : 0
  const after = Math.max(begun, found.findLastIndex(({ mark }) => mark === 'done') + 1)
  const next = found.findIndex(({ mark }, place) => place >= after && mark !== 'none')
  const last = next === -1 ? found.length : next
  const at = isCancelled ? found.length : failed === -1 ? last : failed
  const steps = found.map(({ mark, ...rest }, place): WayStepState => {
    if (mark === 'done') return { ...rest, state: 'done' }
    if (isCancelled) return { ...rest, state: 'ahead', missing: [] }
    if (place === at) return { ...rest, state: mark === 'failed' ? 'failed' : 'current' }
    return place < at ? { ...rest, state: 'skipped' } : { ...rest, state: 'ahead' }
  })
  const current = steps[at]
  const reached = steps.slice(0, at).flatMap(({ state, since }) => (state === 'done' && since !== null ? [since] : []))
  return {
    stage: isCancelled ? 'cancelled' : (current?.step ?? 'counting'),
    since: isCancelled
      ? installation.since
      : current?.state === 'failed' && current.since !== null
        ? current.since
        : Math.max(installation.madeAt, ...reached, ...(begun === at && begun > 0 ? [installation.since] : [])),
    holder: current?.holder ?? installation.holder,
    missing: steps.slice(0, at + 1).flatMap(({ missing }) => missing),
    steps,
  }
}

/** Whether a step that has no entry yet offers to begin one: only while the installation itself can still go on. */
export const mayBegin = (
  { state }: Pick<WayStepState, 'state'>,
  status: InstallationFacts['installation']['state'],
): boolean => status !== 'closed' && status !== 'cancelled' && (state === 'current' || state === 'skipped')
