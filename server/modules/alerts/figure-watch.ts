/**
 * Asks the rules about a figure, one at a time: each every 15 minutes at most, with the rights that its owner has at
 * that moment. An unknown figure changes nothing; what is no longer there makes the rule rest (decision 118).
 */
import { figureAnswers, figureOf } from '#domain/figure-rule'
import { isoDay } from '#domain/days'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { FigureWatch } from '#schemas/generated/entities/figure-watch.ts'
import type { Catalog } from '../../catalog.ts'
import { civilAt } from '../../facts/zone.ts'
import type { Clock } from '../../lib/clock.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { WidgetFigureReader } from '../reports/widget-figures.ts'
import { keyOf } from './answers.ts'
import type { Answer } from './answers.ts'
import type { StoredRule } from './rule-repo.ts'
import { settleAnswers } from './watch.ts'

export interface FigureWatchParts {
  readonly catalog: Catalog
  readonly figures: WidgetFigureReader
  readonly clock: Clock
  /** Aborted when the server shuts down. */
  readonly leaving: AbortSignal
  /** Called with a rule that could not be evaluated. */
  readonly onFailure: (rule: number, cause: unknown) => void
}

const EVERY_MS = 15 * 60_000
/** A round ends after this long; the rules that are left are the first of the next one. */
const ROUND_MS = 5 * 60_000

type RestReason = NonNullable<AlertRule['restReason']>

export const dayAt = ({ timeZone }: Pick<FigureWatch, 'timeZone'>, ms: number): string =>
  isoDay(civilAt(timeZone, Math.floor(ms / 1000)).day)

export function figureRuleWatch({ catalog, figures, clock, leaving, onFailure }: FigureWatchParts) {
  /** Rule -> when it was last asked. */
  const lastEvaluated = new Map<number, number>()

  /** Null = nothing can be said now. */
  async function answersOf(rule: StoredRule, watch: FigureWatch, now: number): Promise<Answer[] | RestReason | null> {
    if (rule.owner === null) return 'ownerGone'
    const day = dayAt(watch, now)
    const { dashboard, widget, values, lang } = watch
    const found = await figures.read({ owner: rule.owner, dashboard, widget, values, lang, asOf: day }, leaving)
    if ('reason' in found) return found.reason
    if (found.client !== rule.client) return 'filterGone'
    if (found.table === null) return null
    if (!found.table.columns.some(({ id }) => id === watch.column)) return found.muted ? null : 'columnGone'
    const names = {
      rule: rule.name ?? '',
      dashboard,
      search: watch.search,
      title: watch.title,
      column: watch.label,
      format: watch.format,
      ...(found.table.stores && { stores: found.table.stores }),
    }
    return figureAnswers(found.table, watch).map((answer) => ({
      local: answer.local,
      rule,
      subject: answer.subject,
      outcome: { verdict: answer.verdict, figure: figureOf(answer, watch, names, day, found.asOf) },
    }))
  }

  async function evaluate(rule: StoredRule, now: number): Promise<void> {
    const { watch } = rule
    if (watch === null) return
    const answers = await answersOf(rule, watch, now)
    if (answers === null) return
    const open = (await catalog.alerts.open(SYSTEM_SCOPE)).filter((alert) => alert.rule === rule.id)
    const rests = typeof answers === 'string' ? answers : null
    if (rests !== rule.restReason) await catalog.alertRules.setRest(SYSTEM_SCOPE, rule.id, rests)
    const known = rests === null ? (answers as Answer[]) : []
    // A row that is no longer in the table is not watched any more, nor is anything of a rule that rests.
    const keys = new Set(known.map(({ local, subject }) => keyOf({ local, rule: rule.id, subject })))
    const isGone = (alert: (typeof open)[number]) => !keys.has(keyOf(alert)) && (rests !== null || known.length > 0)
    await settleAnswers(catalog, known, new Map(open.map((alert) => [keyOf(alert), alert])), {
      client: rule.client,
      now,
    })
    await catalog.alerts.close(
      SYSTEM_SCOPE,
      open.filter(isGone).map(({ id }) => id),
      'switchedOff',
      now,
    )
  }

  return {
    /** One round over the rules that are due, the longest waiting first. A rule that fails does not stop the others. */
    async look(): Promise<void> {
      const begun = clock.now()
      const rules = (await catalog.alertRules.list(SYSTEM_SCOPE)).filter(
        ({ id, kind, enabled }) =>
          kind === 'figure' && enabled && begun - (lastEvaluated.get(id) ?? -Infinity) >= EVERY_MS,
      )
      for (const rule of rules.toSorted(
        (a, b) => (lastEvaluated.get(a.id) ?? 0) - (lastEvaluated.get(b.id) ?? 0) || a.id - b.id,
      )) {
        const now = clock.now()
        if (leaving.aborted || now - begun > ROUND_MS) return
        lastEvaluated.set(rule.id, now)
        try {
          await evaluate(rule, now)
        } catch (cause) {
          if (!leaving.aborted) onFailure(rule.id, cause)
        }
      }
    },

    /** After a change a rule is asked at the next round. */
    forget(rule: number): void {
      lastEvaluated.delete(rule)
    },
  }
}

export type FigureRuleWatch = ReturnType<typeof figureRuleWatch>
