/** Who may open and change which dashboard, and its current content. */
import { hasAccess } from '#domain/access'
import { formatLayout } from '../../../src/engine/core/document/format.ts'
import { replayPatch, type Patch } from '../../../src/engine/core/document/patch.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import type { AccountQuotas } from '../../lib/quotas.ts'
import type { Caller } from '../../lib/caller.ts'
import type { BuiltIn } from './built-in.ts'
import type { Head } from './head.ts'
import type { StoredDashboard, StoredRevision } from './stored.ts'

export interface DashboardParts {
  readonly catalog: Catalog
  /** Read-only ones, as they are now: of the product, and of the folder of the operator. */
  readonly builtIn: () => readonly BuiltIn[]
  readonly clock: Clock
  readonly quotas: Pick<AccountQuotas, 'revisions' | 'dashboardMb'>
  /** Hosts to which a document may link. */
  readonly linkHosts: readonly string[]
}

export type Who = Pick<Caller, 'scope' | 'account' | 'user' | 'program'>

export const notFound = () =>
  new AppError('DASHBOARD_NOT_FOUND', 'There is no dashboard of this id among those this account may open.')
export const readOnly = () =>
  new AppError(
    'DASHBOARD_READ_ONLY',
    'This dashboard is not this account’s to change; duplicate it and change the copy.',
  )

/** Finds dashboards and their revisions for those who may know of them. */
export function dashboardFinder({ catalog, builtIn }: Pick<DashboardParts, 'catalog' | 'builtIn'>) {
  const shipped = (id: string | null) => builtIn().find((one) => one.id === id)
  const mayOpen = ({ account }: Who, { flags }: Pick<Head, 'flags'>) => flags.every((flag) => hasAccess(account, flag))
  const mayEdit = (_who: Who, { edits }: StoredDashboard) => edits
  const mayKnow = (who: Who, stored: StoredDashboard) => mayEdit(who, stored) || mayOpen(who, stored)

  async function known(who: Who, id: string): Promise<StoredDashboard> {
    const stored = await catalog.dashboards.find(who.scope, id)
    if (stored === undefined || !mayKnow(who, stored)) throw notFound()
    return stored
  }

  /** Ids of what the caller makes, may make from, or is shown. */
  async function ids(who: Who): Promise<ReadonlySet<string>> {
    const stored = await catalog.dashboards.list(who.scope, 'maker')
    const shown = builtIn().filter((one) => mayOpen(who, one))
    return new Set([...shown, ...stored.filter((one) => mayKnow(who, one))].map((one) => one.id))
  }

  async function requireReadable(who: Who, id: string): Promise<void> {
    const one = shipped(id)
    if (one === undefined) await known(who, id)
    else if (!mayOpen(who, one)) throw notFound()
  }

  /**
   * The caller's rights on views and notes at a dashboard; of a built-in one administrators look after that. Throws
   * DASHBOARD_NOT_FOUND.
   */
  async function reach(who: Who, id: string): Promise<{ readonly mayEdit: boolean }> {
    const one = shipped(id)
    if (one === undefined) return { mayEdit: mayEdit(who, await known(who, id)) }
    if (!mayOpen(who, one)) throw notFound()
    return { mayEdit: who.scope.role === 'admin' && !who.scope.demo }
  }

  /** Throws DASHBOARD_NOT_FOUND, DASHBOARD_READ_ONLY. */
  async function editable(who: Who, id: string): Promise<StoredDashboard> {
    const one = shipped(id)
    if (one !== undefined) throw mayOpen(who, one) ? readOnly() : notFound()
    const stored = await known(who, id)
    if (!mayEdit(who, stored)) throw readOnly()
    return stored
  }

  async function revisionOf(who: Who, id: string, number: number): Promise<StoredRevision> {
    const found = await catalog.dashboards.revision(who.scope, id, number)
    if (found === undefined)
      throw new AppError('DASHBOARD_REVISION_NOT_FOUND', `This dashboard has no revision ${number}.`, {
        revision: number,
      })
    return found
  }

  /**
   * The document of a revision as it is today: what was changed of a built-in one is made again on its newest version.
   */
  function today(
    { id, basedOn }: Pick<StoredDashboard, 'id' | 'basedOn'>,
    { number, text, basedOnHash, patch }: StoredRevision,
  ): { text: string; unfit: Patch } {
    const base = shipped(basedOn)
    if (base === undefined || patch === null || base.hash === basedOnHash) return { text, unfit: [] }
    const { document, unfit } = replayPatch(JSON.parse(patch) as Patch, base.document)
    return { text: formatLayout({ ...document, _id: id, revision: number }), unfit }
  }

  return { shipped, mayOpen, mayEdit, mayKnow, ids, known, requireReadable, reach, editable, revisionOf, today }
}

export type DashboardFinder = ReturnType<typeof dashboardFinder>
