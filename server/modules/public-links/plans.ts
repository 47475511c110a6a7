/** Runs the dashboards of links, and knows for a while what each asks by itself. */
import { todayIn } from '#domain/days'
import { createHash } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { documentContext } from '../dashboards/context.ts'
import type { User } from '../../lib/user.ts'
import { frozen } from '../reports/job.ts'
import type { LinkAsker } from './asking.ts'
import { requireQuestion } from './questions.ts'
import type { Args } from '../../../src/engine/core/graph/args.ts'
import type { Question, Bounds, Plan } from './questions.ts'
import type { NewLink, StoredLink } from './repo.ts'
import { planOf } from './running.ts'
import type { Running } from './running.ts'
import { clientsNow, linkEnded, readerCaller } from './states.ts'
import type { OpenLink } from './states.ts'

/** A page that was open at midnight asks for yesterday until it has read the new day. */
const AFTER_MIDNIGHT_MS = 600_000
/** How long what a dashboard asks by itself is known: its lists of locals and campaigns change seldom. */
const PLAN_MS = 600_000
const PLANS_KEPT = 200

export const dayOf = ({ day, timeZone }: Pick<StoredLink, 'day' | 'timeZone'>, now: number) =>
  day ?? todayIn(timeZone, now)
const boundsOf = (link: StoredLink, maker: User): Bounds => ({
  clients: clientsNow(link, maker),
  locals: link.locals,
})

/** Its dashboard on the server, as its reader. */
export function runningOf(
  load: LinkAsker['ask'],
  link: Omit<NewLink, 'tokenHash' | 'document'>,
  { maker, text }: Pick<OpenLink, 'maker' | 'text'>,
  now: number,
): Running {
  const stored: StoredLink = {
    ...link,
    id: 0,
    owner: maker.id,
    createdAt: now,
    openedAt: null,
    openings: 0,
    revokedAt: null,
  }
  const reader = { caller: readerCaller(stored, maker), locals: link.locals }
  const { clients, locals } = boundsOf(stored, maker)
  const day = dayOf(link, now)
  return {
    link: { ...link, values: frozen(link.values, day) },
    text,
    day,
    ask: async ({ source, args }, signal) => {
      if (args.client !== undefined && !clients.includes(args.client as number)) throw linkEnded()
      const bound = locals !== null && 'locals' in args && !Array.isArray(args.locals)
      return load(source, bound ? { ...args, locals: [...locals] } : args, reader, signal)
    },
  }
}

export function linkPlans(clock: Clock, load: LinkAsker['ask']) {
  const plans = new Map<string, { readonly until: number; readonly plan: Promise<Plan> }>()

  function planFor({ link, maker, text }: OpenLink, now: number): Promise<Plan> {
    const hash = createHash('sha256').update(text).digest('base64url')
    const key = `${link.id} ${dayOf(link, now)} ${clientsNow(link, maker).join()} ${hash}`
    const known = plans.get(key)
    if (known !== undefined && known.until > clock.now()) return known.plan
    const plan = planOf(runningOf(load, link, { maker, text }, now))
    plans.delete(key)
    plans.set(key, { until: clock.now() + PLAN_MS, plan })
    plan.catch(() => plans.delete(key))
    for (const oldest of plans.keys()) {
      if (plans.size <= PLANS_KEPT) break
      plans.delete(oldest)
    }
    return plan
  }

  async function allowed(open: OpenLink, { source, args }: Question): Promise<Args> {
    const { sources } = await documentContext()
    const bounds = boundsOf(open.link, open.maker)
    const [now, before] = [clock.now(), clock.now() - AFTER_MIDNIGHT_MS]
    const plan = await planFor(open, now)
    try {
      return requireQuestion(plan, sources, { source, args }, bounds)
    } catch (cause) {
      if (dayOf(open.link, before) === dayOf(open.link, now)) throw cause
      return requireQuestion(await planFor(open, before), sources, { source, args }, bounds)
    }
  }

  return { allowed }
}
