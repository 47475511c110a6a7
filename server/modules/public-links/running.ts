/** Runs the dashboard of a link on the server: what it asks by itself, or all of its answers for a snapshot. */
import { emptyFrame } from '#domain/frame-build'
import type { SourceDefinition, SourceRegistry } from '#engine/types'
import { createLocalCompute } from '../../../workers/local-compute.ts'
import { stable } from '../../../src/engine/core/graph/args.ts'
import { AppError } from '../../lib/errors.ts'
import { documentContext } from '../dashboards/context.ts'
import { openDashboard } from '../dashboards/open.ts'
import type { Answer } from './asking.ts'
import { BESIDE } from './questions.ts'
import type { Question, Plan } from './questions.ts'
import type { KeptAnswer, StoredLink } from './repo.ts'

/** A dashboard that takes longer than this is not run for a link. */
const WITHIN_MS = 45_000
/** Of one snapshot. */
export const MAX_SNAPSHOT_BYTES = 8_000_000

export const questionKey = ({ source, args }: Question): string => `${source}?${stable(args)}`

type Ask = (asked: Question, signal: AbortSignal) => Promise<Answer>

export interface Running {
  readonly link: Pick<StoredLink, 'slug' | 'values' | 'lang'>
  readonly text: string
  readonly day: string
  readonly ask: Ask
}

/** The queries of its dashboard on this day. Lists are read, figures are not. */
export async function planOf(running: Running): Promise<Plan> {
  const { model, questions } = await run(running, ({ lane }) => lane === 'store')
  return { model, questions }
}

/**
 * The queries of its dashboard, with the answers. Throws PUBLIC_LINK_SNAPSHOT_TOO_LARGE, PUBLIC_LINK_SNAPSHOT_FAILED
 * where a widget has no figures because they could not be read.
 */
export async function snapshotOf(running: Running): Promise<Plan & { readonly answers: readonly KeptAnswer[] }> {
  const { model, questions, answers, hasFailed } = await run(running, () => true)
  if (hasFailed)
    throw new AppError(
      'PUBLIC_LINK_SNAPSHOT_FAILED',
      'Not all figures of this dashboard could be read, so that no snapshot of it was kept; try again.',
    )
  return { model, questions, answers: [...answers].map(([question, answer]) => ({ question, ...answer })) }
}

async function run({ link, text, day, ask }: Running, isIncluded: (source: SourceDefinition) => boolean) {
  const compute = createLocalCompute()
  const stop = AbortSignal.timeout(WITHIN_MS)
  const questions: Question[] = []
  const answers = new Map<string, Answer>()
  let bytes = 0
  let tooLarge: AppError | undefined
  const recording = (source: SourceDefinition): SourceDefinition => ({
    ...source,
    async load(args, { signal }) {
      questions.push({ source: source.name, args })
      if (!isIncluded(source)) return compute.adopt(emptyFrame(source.columns))
      const answer = await ask({ source: source.name, args }, AbortSignal.any([signal, stop]))
      bytes += answer.bytes.byteLength
      if (bytes > MAX_SNAPSHOT_BYTES) throw (tooLarge = snapshotTooLarge())
      answers.set(questionKey({ source: source.name, args }), answer)
      return compute.open(answer.bytes.slice(), answer.type, answer.asOf ?? undefined)
    },
  })
  const { sources: known } = await documentContext()
  const sources: SourceRegistry = new Map([...known].map(([name, source]) => [name, recording(source)]))
  const dashboard = await openDashboard({
    document: text,
    values: link.values,
    asOf: day,
    lang: link.lang,
    user: { id: link.slug, admin: false },
    sources,
    compute,
  })
  try {
    await Promise.race([dashboard.promoteAll(), ended(stop)])
    for (const name of BESIDE) await dashboard.beside(name, stop)
    if (tooLarge !== undefined) throw tooLarge
    const states = Object.values(dashboard.store.getState().widgets)
    const hasFailed = states.some(
      (state) => state.kind === 'error' || (state.kind === 'ready' && state.partial !== undefined),
    )
    return { model: dashboard.model, questions, answers, hasFailed }
  } finally {
    dashboard.dispose()
    compute.close()
  }
}

const snapshotTooLarge = () =>
  new AppError(
    'PUBLIC_LINK_SNAPSHOT_TOO_LARGE',
    `The figures of this dashboard are more than ${MAX_SNAPSHOT_BYTES / 1e6} MB; choose shorter periods or fewer ` +
      'locals.',
    { megabytes: MAX_SNAPSHOT_BYTES / 1e6 },
  )

const ended = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(
          new AppError(
            'PUBLIC_LINK_SNAPSHOT_FAILED',
            'This dashboard takes too long to be read for a link; try again.',
          ),
        )
      },
      { once: true },
    )
  })
