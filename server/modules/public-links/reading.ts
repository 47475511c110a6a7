/** Reads of a link: its document, and the answers to the questions of that document. */
import type { PublicLinkAsk } from '#schemas/generated/api/public-link-ask.ts'
import type { PublicLinkView } from '#schemas/generated/entities/public-link-view.ts'
import { AppError } from '../../lib/errors.ts'
import { network } from '../../lib/network.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, isToken } from '../../lib/secrets.ts'
import type { Answer, LinkAsker } from './asking.ts'
import { withoutDayGestures } from './document.ts'
import { notAllowed } from './questions.ts'
import { dayOf, linkPlans } from './plans.ts'
import { questionKey } from './running.ts'
import type { LinkParts } from './parts.ts'
import { frozen } from '../reports/job.ts'
import { readerCaller } from './states.ts'
import type { LinkStates, OpenLink } from './states.ts'

/** From one network: tokens that are tried, openings, and questions; and questions of one link from everywhere. */
const OPENINGS = { most: 60, perMs: 60_000 }
const QUESTIONS = { most: 600, perMs: 60_000 }
const QUESTIONS_OF_LINK = { most: 3000, perMs: 60_000 }

const notFound = () => new AppError('PUBLIC_LINK_INVALID', 'This link leads nowhere; check that it is complete.')

export function linkReading(
  { catalog, clock, serverState }: Pick<LinkParts, 'catalog' | 'clock' | 'serverState'>,
  states: LinkStates,
  { ask: load }: LinkAsker,
) {
  const { allowed } = linkPlans(clock, load)
  const openings = rateLimit(clock, OPENINGS)
  const questions = rateLimit(clock, QUESTIONS)
  const questionsOfLink = rateLimit(clock, QUESTIONS_OF_LINK)

  /** Throws MAINTENANCE, PUBLIC_LINK_INVALID, PUBLIC_LINK_ENDED. */
  async function opened(token: string): Promise<OpenLink> {
    if (await serverState.isInMaintenance())
      throw new AppError('MAINTENANCE', 'The server is in maintenance; links continue when it ends.')
    const link = isToken(token) ? await catalog.publicLinks.byToken(hashOf(token)) : undefined
    if (link === undefined) throw notFound()
    return states.open(link)
  }

  return {
    /** Throws RATE_LIMITED, PUBLIC_LINK_INVALID, PUBLIC_LINK_ENDED. */
    async view(token: string, address: string): Promise<PublicLinkView> {
      openings.require(network(address))
      const { link, text } = await opened(token)
      const now = clock.now()
      if (await catalog.publicLinks.opened(link.id, now))
        await catalog.audit.append(SYSTEM_SCOPE, {
          action: 'publicLink.open',
          target: `public link ${link.id}`,
          details: { address },
          at: now,
        })
      const { slug, name, dashboard, values, periods, lang, createdAt, endsAt } = link
      return {
        slug,
        name,
        dashboard,
        text: withoutDayGestures(text, periods),
        values: frozen(values, dayOf(link, now)),
        periods,
        day: dayOf(link, now),
        lang,
        madeAt: createdAt,
        endsAt,
      }
    },

    /** Throws RATE_LIMITED, PUBLIC_LINK_INVALID, PUBLIC_LINK_ENDED, PUBLIC_LINK_QUESTION_NOT_ALLOWED. */
    async ask(question: PublicLinkAsk, address: string, signal: AbortSignal): Promise<Answer> {
      questions.require(network(address))
      const open = await opened(question.token)
      const { link, maker } = open
      questionsOfLink.require(String(link.id))
      if (link.periods === 'snapshot') {
        const kept = await catalog.publicLinks.answer(link.id, questionKey(question))
        if (kept === undefined) throw notAllowed()
        return kept
      }
      const args = await allowed(open, question)
      return load(question.source, args, { caller: readerCaller(link, maker), locals: link.locals }, signal)
    },
  }
}
