/** What a reader does to the page itself: opens a tab, collapses a section, makes the window smaller. */
import type { GridSize, LayoutModel } from '../document/model.ts'
import { absentFrom, type Absent, NOTHING_ABSENT } from '../graph/on-show.ts'
import { show } from '../graph/transaction.ts'
import { same } from '../document/pointer.ts'
import type { Cause, DashboardState, Full } from '../params/state.ts'
import type { DashboardAddress } from './dashboard-address.ts'
import type { Mode, Transactions } from './dashboard-transactions.ts'
import type { Dashboard, DashboardOptions } from './dashboard-types.ts'
import { pageView } from './views.ts'

interface Parts {
  readonly model: LayoutModel
  readonly address: Pick<
    DashboardAddress,
    'page' | 'folded' | 'full' | 'granularity' | 'openPage' | 'fold' | 'showFull'
  >
  readonly transactions: Transactions
  readonly text: (raw: string | undefined) => string
  readonly options: Pick<DashboardOptions, 'whole' | 'only' | 'unfolded' | 'size'>
  readonly onNews: () => void
}

export interface OnShowParts {
  absent(): Absent
  /** The page as it is drawn. */
  view(): Pick<DashboardState, 'sections' | 'pages' | 'page' | 'full' | 'granularity' | 'isForPaper'>
  /** Nothing waits for being scrolled to any more. */
  print(): void
  readonly made: Pick<Dashboard, 'openPage' | 'fold' | 'showFull' | 'setSize' | 'follow'>
}

const NONE: ReadonlySet<string> = new Set()

export function createOnShow({ model, address, transactions, text, options, onNews }: Parts): OnShowParts {
  let size: GridSize = options.size ?? 'large'
  let isForPaper = options.whole === true
  const isPlain = options.unfolded === true || options.whole === true
  const only: Full | undefined = options.only === undefined ? undefined : { widget: options.only }
  const full = () => only ?? (isPlain ? undefined : address.full())
  const folded = () => {
    if (isPlain) return NONE
    const alone = full()
    const own = alone && model.widgets.get(alone.widget)?.section
    return own === undefined ? address.folded() : new Set([...address.folded()].filter((id) => id !== own))
  }
  const absent = (): Absent => {
    const found = absentFrom(model, { tab: address.page(), folded: folded(), size, full: full()?.widget })
    return options.whole === true ? { ...found, away: NOTHING_ABSENT.away } : found
  }
  const take = (cause: Cause, mode: Mode) => {
    transactions.transact(cause, (env, filters) => show(env, filters, absent()), mode)
    onNews()
  }
  return {
    absent,
    view: () => ({
      ...pageView(model, transactions.filters(), text, folded()),
      page: options.whole === true ? undefined : address.page(),
      full: full(),
      granularity: address.granularity(),
      isForPaper,
    }),
    print() {
      if (isForPaper) return
      isForPaper = true
      onNews()
    },
    made: {
      openPage(tab) {
        if (address.openPage(tab)) take({ kind: 'show', tab }, 'push')
      },
      follow({ tab, edits }) {
        const isOther = tab !== undefined && address.openPage(tab)
        if (!isOther && edits.size === 0) return
        const shown = tab ?? address.page() ?? ''
        transactions.transact(
          { kind: 'show', tab: shown },
          (env, filters) => show(env, filters, absent(), edits),
          'push',
          [...edits.keys()],
        )
        onNews()
      },
      fold(section, isFolded) {
        if (address.fold(section, isFolded)) take({ kind: 'fold', section }, 'push')
      },
      showFull(next) {
        if (isPlain) return
        const widget = next?.widget ?? full()?.widget ?? ''
        if (address.showFull(next ?? undefined)) take({ kind: 'full', widget }, 'push')
      },
      setSize(next) {
        if (next === size || options.whole === true) return
        const before = absent()
        size = next
        if (!same([...before.leftOut], [...absent().leftOut])) take({ kind: 'size', size }, 'replace')
      },
    },
  }
}
