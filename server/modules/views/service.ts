/**
 * Saved views: the filters of a dashboard by name. A shared one is shown to those who see the dashboard and may read
 * its client, because a built-in dashboard is seen by accounts of all clients (decision 116).
 */
import { viewSearch } from '#domain/saved-view'
import type { SavedViewChange } from '#schemas/generated/api/saved-view-change.ts'
import type { SavedViewDefault } from '#schemas/generated/api/saved-view-default.ts'
import type { SavedViewDraft } from '#schemas/generated/api/saved-view-draft.ts'
import type { SavedView } from '#schemas/generated/entities/saved-view.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { clientNotFound, requireClient } from '../../db/scoped.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { DashboardService } from '../dashboards/service.ts'
import type { Caller } from '../../lib/caller.ts'
import type { StoredView, ViewChange } from './repo.ts'

/** Of one account and dashboard. */
export const MAX_VIEWS = 50

interface Parts {
  readonly catalog: Catalog
  readonly dashboards: Pick<DashboardService, 'reach'>
  readonly clock: Clock
}

const notFound = (id: number) =>
  new AppError('SAVED_VIEW_NOT_FOUND', `There is no view ${id} among those this account may see.`, { view: id })

const isOwn = ({ user }: Caller, { owner }: StoredView) => owner === user.id

const entity = (who: Caller, view: StoredView, mayEdit: boolean, standard: number | null): SavedView => {
  const { owner: _owner, ownerName, ...shown } = view
  const isMine = isOwn(who, view)
  return {
    ...shown,
    ownerName: isMine || mayEdit ? ownerName : null,
    isMine,
    mayRemove: isMine || mayEdit,
    isDefault: view.id === standard,
  }
}

export function savedViewService({ catalog, dashboards, clock }: Parts) {
  const { savedViews } = catalog

  /** Throws SAVED_VIEW_SHARE_NOT_ALLOWED, SAVED_VIEW_CLIENT_REQUIRED, CLIENT_NOT_FOUND. */
  async function checked({ scope }: Caller, { name, search, isShared, client }: SavedViewChange): Promise<ViewChange> {
    if (isShared && scope.demo)
      throw new AppError('SAVED_VIEW_SHARE_NOT_ALLOWED', 'A demo account keeps its views to itself.')
    if (isShared && client === null)
      throw new AppError(
        'SAVED_VIEW_CLIENT_REQUIRED',
        'A shared view names the client whose figures it shows: who may read that client sees it.',
      )
    if (client !== null) {
      requireClient(scope, client)
      if ((await catalog.clients.find(scope, client)) === undefined) throw clientNotFound(client)
    }
    return {
      name: name.toWellFormed().trim(),
      search: viewSearch(search.toWellFormed()),
      isShared,
      client,
      updatedAt: clock.now(),
    }
  }

  /** The view with what its dashboard allows. Throws SAVED_VIEW_NOT_FOUND, DASHBOARD_NOT_FOUND. */
  async function known(who: Caller, id: number): Promise<{ view: StoredView; mayEdit: boolean }> {
    const view = await savedViews.find(who.scope, id)
    if (view === undefined) throw notFound(id)
    return { view, ...(await dashboards.reach(who, view.dashboard)) }
  }

  const record = (
    { audit }: Pick<Repositories, 'audit'>,
    { scope }: Caller,
    action: 'savedView.create' | 'savedView.change' | 'savedView.remove',
    { dashboard, name, isShared, client }: Pick<StoredView, 'dashboard' | 'name' | 'isShared' | 'client'>,
  ) =>
    audit.append(scope, {
      action,
      target: `dashboard ${dashboard}`,
      details: { name, shared: isShared, ...(client !== null && { client }) },
      at: clock.now(),
    })

  async function one(who: Caller, id: number): Promise<SavedView> {
    const { view, mayEdit } = await known(who, id)
    return entity(who, view, mayEdit, await savedViews.defaultOf(who.scope, view.dashboard))
  }

  return {
    /** Of one dashboard, by name. Throws DASHBOARD_NOT_FOUND. */
    async list(who: Caller, dashboard: string): Promise<SavedView[]> {
      const { mayEdit } = await dashboards.reach(who, dashboard)
      const standard = await savedViews.defaultOf(who.scope, dashboard)
      return (await savedViews.list(who.scope, dashboard)).map((view) => entity(who, view, mayEdit, standard))
    },

    /** Throws DASHBOARD_NOT_FOUND, SAVED_VIEW_LIMIT_EXCEEDED, NAME_TAKEN and what a share may throw. */
    async create(who: Caller, { dashboard, ...draft }: SavedViewDraft): Promise<SavedView> {
      await dashboards.reach(who, dashboard)
      const view = await checked(who, draft)
      const id = await catalog.transaction(async (repositories) => {
        await repositories.locks.hold('savedViews', who.user.id)
        if ((await repositories.savedViews.count(who.scope, dashboard)) >= MAX_VIEWS)
          throw new AppError(
            'SAVED_VIEW_LIMIT_EXCEEDED',
            `An account keeps at most ${MAX_VIEWS} views of a dashboard; remove one first.`,
            { most: MAX_VIEWS },
          )
        const made = await repositories.savedViews.insert(who.scope, dashboard, view)
        await record(repositories, who, 'savedView.create', { ...view, dashboard })
        return made
      })
      return one(who, id)
    },

    /** One's own. Throws SAVED_VIEW_NOT_FOUND, SAVED_VIEW_READ_ONLY, NAME_TAKEN and what a share may throw. */
    async replace(who: Caller, id: number, change: SavedViewChange): Promise<SavedView> {
      const { view } = await known(who, id)
      if (!isOwn(who, view))
        throw new AppError('SAVED_VIEW_READ_ONLY', 'Only who saved a view changes it; save one of your own.', {
          view: id,
        })
      const next = await checked(who, change)
      await catalog.transaction(async (repositories) => {
        await repositories.savedViews.replace(who.scope, id, next)
        await record(repositories, who, 'savedView.change', { ...next, dashboard: view.dashboard })
      })
      return one(who, id)
    },

    /** One's own, or as an editor of the dashboard a shared one. Throws SAVED_VIEW_NOT_FOUND, SAVED_VIEW_READ_ONLY. */
    async remove(who: Caller, id: number): Promise<void> {
      const { view, mayEdit } = await known(who, id)
      if (!isOwn(who, view) && !mayEdit)
        throw new AppError(
          'SAVED_VIEW_READ_ONLY',
          'A shared view is removed by who saved it or may change the dashboard.',
          { view: id },
        )
      await catalog.transaction(async (repositories) => {
        await repositories.savedViews.remove(who.scope, id)
        await record(repositories, who, 'savedView.remove', view)
      })
    },

    /** With which view the dashboard opens for the caller. Throws DASHBOARD_NOT_FOUND, SAVED_VIEW_NOT_FOUND. */
    async setDefault(who: Caller, { dashboard, view }: SavedViewDefault): Promise<void> {
      await dashboards.reach(who, dashboard)
      if (view !== null && (await savedViews.find(who.scope, view))?.dashboard !== dashboard) throw notFound(view)
      await savedViews.setDefault(who.scope, dashboard, view)
    },
  }
}

export type SavedViewService = ReturnType<typeof savedViewService>
