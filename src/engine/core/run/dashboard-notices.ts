/** What a dashboard says above its widgets: values that were left out of its filters, until they are set anew. */
import { issue } from '../document/issue.ts'
import type { ParamKey, ParamModel } from '../document/model.ts'
import { same } from '../document/pointer.ts'
import type { FilterState, Step } from '../graph/transaction.ts'
import type { Issue } from '../../types.ts'

export interface Notices {
  readonly all: readonly Issue[]
  /** Once, however often it happens. */
  add(one: Issue): void
  /** What a step of the filter machine leaves out, and what it repairs. */
  take(step: Step): void
  dismiss(index: number): void
}

interface Parts {
  readonly param: (key: ParamKey) => ParamModel | undefined
  readonly label: (param: ParamModel) => string
}

export function createNotices({ param, label }: Parts): Notices {
  let all: readonly Issue[] = []

  const isSame = (one: Issue, other: Issue) =>
    other.code === one.code && other.pointer === one.pointer && same(other.params, one.params)
  function add(one: Issue): void {
    if (!all.some((other) => isSame(one, other))) all = [...all, one]
  }

  return {
    get all() {
      return all
    },
    add,
    take({ state, notices, changed }) {
      for (const { param: key, code, values } of notices) {
        const one = param(key)
        if (one) add(issue(code, `/params/${key}`, { param: label(one), values: values.join(', ') }))
      }
      const set = new Set(changed.filter((one) => one.state === 'set').map(({ param: key }) => `/params/${key}`))
      all = all.filter(
        ({ code, pointer }) => code !== 'FILTER_FLAGGED' || !set.has(pointer) || isMissing(state, pointer),
      )
    },
    dismiss(index) {
      all = all.filter((_, at) => at !== index)
    },
  }
}

const isMissing = ({ params }: FilterState, pointer: string) =>
  (params.get(pointer.slice('/params/'.length))?.missing.length ?? 0) > 0
