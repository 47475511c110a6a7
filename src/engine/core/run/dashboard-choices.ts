/** What a reader does to the filters of a dashboard. The edits of one tick are one transaction, or wait for Apply. */
import { change, prefixEdit, relativeEdits, type FilterState } from '../graph/transaction.ts'
import type { LayoutModel, ParamKey } from '../document/model.ts'
import { createEdits } from './dashboard-edits.ts'
import type { Transactions } from './dashboard-transactions.ts'
import type { Dashboard, SetOptions } from './dashboard-types.ts'
import { emittedValue } from './gestures.ts'
import type { ResolvePeriods } from '../params/ports.ts'

interface Parts {
  readonly model: LayoutModel
  /** Edits wait for Apply. */
  readonly manual: boolean
  readonly tick: (run: () => void) => void
  readonly transactions: Transactions
  /** What a gesture on a chart is read with: the day it is now. */
  readonly context: () => { readonly resolvePeriods: ResolvePeriods; readonly today: string }
  /** Edits were made or taken back, or the filters have changed. */
  readonly onNews: () => void
}

export interface Choices {
  readonly made: Pick<Dashboard, 'setParam' | 'setMany' | 'apply' | 'discard' | 'setPrefix' | 'setRelative' | 'emit'>
  readonly waiting: ReadonlyMap<ParamKey, unknown>
  /** Drops the edits that wait, and says nothing. */
  forget(): void
  dispose(): void
}

const typing = (setting?: SetOptions) => ({ cause: 'edit' as const, typing: setting?.gesture === 'typing' })

export function createChoices({ model, manual, tick, transactions, context, onNews }: Parts): Choices {
  const edits = createEdits({
    has: (key) => model.params.has(key),
    manual,
    tick,
    onWaiting: onNews,
    onFlush(cause, taken, mode) {
      transactions.transact(cause, (env, filters) => change(env, filters, taken), mode, [...taken.keys()])
      onNews()
    },
  })

  /** The state as it will be once the edits that wait are in, for edits that build on each other. */
  function drafted(): FilterState {
    const filters = transactions.filters()
    return {
      ...filters,
      params: new Map(
        [...filters.params].map(([key, runtime]) => [
          key,
          edits.waiting.has(key) ? { ...runtime, value: edits.waiting.get(key) } : runtime,
        ]),
      ),
    }
  }

  return {
    waiting: edits.waiting,
    forget: () => edits.discard(),
    dispose: () => edits.dispose(),
    made: {
      setParam: (key, value, setting) => edits.add([[key, value]], typing(setting)),
      setMany: (values, setting) => edits.add(Object.entries(values), typing(setting)),
      apply: () => edits.apply(),
      discard() {
        edits.discard()
        onNews()
      },
      setPrefix: (key, prefix) => edits.add(prefixEdit(transactions.env(), key, prefix), typing()),
      setRelative: (key, index) => edits.add(relativeEdits(transactions.env(), drafted(), key, index), typing()),
      emit(id, event, payload) {
        const widget = model.widgets.get(id)
        const rule = widget?.kind === 'live' && Object.hasOwn(widget.emits, event) ? widget.emits[event] : undefined
        const target = rule && model.params.get(rule.param)
        if (rule === undefined || target === undefined) return
        const now = transactions.filters().params.get(rule.param)?.value
        const value = emittedValue(rule, target, payload, now, context())
        if (value !== undefined)
          edits.add([[rule.param, value]], { cause: 'emit', typing: false, emit: { widget: id, event } })
      },
    },
  }
}
