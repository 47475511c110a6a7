/**
 * Annotations: a text at a day or a range of days, drawn on every chart of that time. Who sees the dashboard and may
 * read the client sees them; their writer and those who may change the dashboard change them (decision 117).
 */
import { daySpan } from '#domain/days'
import type { AnnotationChange } from '#schemas/generated/api/annotation-change.ts'
import type { AnnotationDraft } from '#schemas/generated/api/annotation-draft.ts'
import type { Annotation } from '#schemas/generated/entities/annotation.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { clientNotFound, requireClient } from '../../db/scoped.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { DashboardService } from '../dashboards/service.ts'
import type { Caller } from '../../lib/caller.ts'
import type { AnnotationContent, StoredAnnotation } from './repo.ts'

/** Of one client on one dashboard: more are no notes on a chart. */
export const MAX_ANNOTATIONS = 500

interface Parts {
  readonly catalog: Catalog
  readonly dashboards: Pick<DashboardService, 'reach'>
  readonly clock: Clock
}

export function annotationService({ catalog, dashboards, clock }: Parts) {
  /** Throws CLIENT_NOT_FOUND, DATE_INVALID, DATES_INCORRECT. */
  async function checked(
    { scope }: Caller,
    { client, begin, end, text }: Pick<AnnotationDraft, 'client' | 'begin' | 'end' | 'text'>,
  ): Promise<AnnotationContent> {
    requireClient(scope, client)
    if ((await catalog.clients.find(scope, client)) === undefined) throw clientNotFound(client)
    daySpan(begin, end)
    return { client, begin, end, text: text.toWellFormed().replace(/\s+/gu, ' ').trim(), updatedAt: clock.now() }
  }

  /** Throws ANNOTATION_NOT_FOUND, DASHBOARD_NOT_FOUND. */
  async function known(who: Caller, id: number): Promise<{ found: StoredAnnotation; mayEdit: boolean }> {
    const found = await catalog.annotations.find(who.scope, id)
    if (found === undefined)
      throw new AppError('ANNOTATION_NOT_FOUND', `There is no annotation ${id} among those this account may see.`, {
        annotation: id,
      })
    return { found, ...(await dashboards.reach(who, found.dashboard)) }
  }

  /** Throws ANNOTATION_READ_ONLY besides. */
  async function changeable(who: Caller, id: number): Promise<StoredAnnotation> {
    const { found, mayEdit } = await known(who, id)
    if (found.owner !== who.user.id && !mayEdit)
      throw new AppError(
        'ANNOTATION_READ_ONLY',
        'An annotation is changed by who wrote it or may change the dashboard.',
        { annotation: id },
      )
    return found
  }

  const entity = ({ user }: Caller, found: StoredAnnotation, mayEdit: boolean): Annotation => {
    const { owner, ownerName, ...shown } = found
    const isMine = owner === user.id
    const may = isMine || mayEdit
    return { ...shown, ownerName: may ? ownerName : null, isMine, mayChange: may, mayRemove: may }
  }

  const record = (
    { audit }: Pick<Repositories, 'audit'>,
    { scope }: Caller,
    action: 'annotation.create' | 'annotation.change' | 'annotation.remove',
    { dashboard, client, begin, end, text }: Omit<StoredAnnotation, 'id' | 'owner' | 'ownerName' | 'updatedAt'>,
  ) =>
    audit.append(scope, {
      action,
      target: `dashboard ${dashboard}`,
      details: { client, begin, end, text },
      at: clock.now(),
    })

  async function one(who: Caller, id: number): Promise<Annotation> {
    const { found, mayEdit } = await known(who, id)
    return entity(who, found, mayEdit)
  }

  return {
    /** Of one dashboard, the newest days first. Throws DASHBOARD_NOT_FOUND. */
    async list(who: Caller, dashboard: string): Promise<Annotation[]> {
      const { mayEdit } = await dashboards.reach(who, dashboard)
      return (await catalog.annotations.list(who.scope, dashboard)).map((found) => entity(who, found, mayEdit))
    },

    /** Throws DASHBOARD_NOT_FOUND, ANNOTATION_LIMIT_EXCEEDED, CLIENT_NOT_FOUND, DATE_INVALID, DATES_INCORRECT. */
    async create(who: Caller, { dashboard, ...draft }: AnnotationDraft): Promise<Annotation> {
      await dashboards.reach(who, dashboard)
      const content = await checked(who, draft)
      const id = await catalog.transaction(async (repositories) => {
        await repositories.locks.hold('annotations', content.client)
        if ((await repositories.annotations.count(who.scope, dashboard, content.client)) >= MAX_ANNOTATIONS)
          throw new AppError(
            'ANNOTATION_LIMIT_EXCEEDED',
            `A dashboard has at most ${MAX_ANNOTATIONS} annotations of a client; remove one first.`,
            { most: MAX_ANNOTATIONS },
          )
        const made = await repositories.annotations.insert(who.scope, dashboard, content)
        await record(repositories, who, 'annotation.create', { ...content, dashboard })
        return made
      })
      return one(who, id)
    },

    /** Throws ANNOTATION_NOT_FOUND, ANNOTATION_READ_ONLY, ANNOTATION_CONFLICT and what a new one throws. */
    async replace(who: Caller, id: number, { updatedAt, ...change }: AnnotationChange): Promise<Annotation> {
      const before = await changeable(who, id)
      const content = await checked(who, change)
      await catalog.transaction(async (repositories) => {
        if (!(await repositories.annotations.replace(who.scope, id, updatedAt, content)))
          throw new AppError('ANNOTATION_CONFLICT', 'This annotation was changed meanwhile; read it again.', {
            annotation: id,
          })
        await record(repositories, who, 'annotation.change', { ...content, dashboard: before.dashboard })
      })
      return one(who, id)
    },

    /** Throws ANNOTATION_NOT_FOUND, ANNOTATION_READ_ONLY. */
    async remove(who: Caller, id: number): Promise<void> {
      const found = await changeable(who, id)
      await catalog.transaction(async (repositories) => {
        await repositories.annotations.remove(who.scope, id)
        await record(repositories, who, 'annotation.remove', found)
      })
    },
  }
}

export type AnnotationService = ReturnType<typeof annotationService>
