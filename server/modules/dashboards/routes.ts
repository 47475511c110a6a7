import type { FastifyInstance } from 'fastify'
import type { DashboardAudience } from '#schemas/generated/api/dashboard-audience.ts'
import type { DashboardCheck } from '#schemas/generated/api/dashboard-check.ts'
import type { DashboardCopy } from '#schemas/generated/api/dashboard-copy.ts'
import type { DashboardDraftQuery } from '#schemas/generated/api/dashboard-draft-query.ts'
import type { DashboardDraftWrite } from '#schemas/generated/api/dashboard-draft-write.ts'
import type { DashboardEditing } from '#schemas/generated/api/dashboard-editing.ts'
import type { DashboardNew } from '#schemas/generated/api/dashboard-new.ts'
import type { DashboardsMove } from '#schemas/generated/api/dashboards-move.ts'
import type { DashboardsSearch } from '#schemas/generated/api/dashboards-search.ts'
import type { DashboardsQuery } from '#schemas/generated/api/dashboards-query.ts'
import type { DashboardParams } from '#schemas/generated/api/dashboard-params.ts'
import type { DashboardPlace } from '#schemas/generated/api/dashboard-place.ts'
import type { DashboardPublish } from '#schemas/generated/api/dashboard-publish.ts'
import type { DashboardRevisionParams } from '#schemas/generated/api/dashboard-revision-params.ts'
import type { DashboardStar } from '#schemas/generated/api/dashboard-star.ts'
import type { DashboardDocument } from '#schemas/generated/entities/dashboard-document.ts'
import type { DashboardDraft } from '#schemas/generated/entities/dashboard-draft.ts'
import type { DashboardFolder } from '#schemas/generated/entities/dashboard-folder.ts'
import type { DashboardFound } from '#schemas/generated/entities/dashboard-found.ts'
import type { DashboardEntry } from '#schemas/generated/entities/dashboard-entry.ts'
import type { DashboardEditor } from '#schemas/generated/entities/dashboard-editor.ts'
import type { DashboardFindings } from '#schemas/generated/entities/dashboard-findings.ts'
import type { DashboardRevisionText } from '#schemas/generated/entities/dashboard-revision-text.ts'
import type { DashboardRevision } from '#schemas/generated/entities/dashboard-revision.ts'
import type { DashboardView } from '#schemas/generated/entities/dashboard-view.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import type { ProvisionedFolder } from '#schemas/generated/entities/provisioned-folder.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Authz } from '../../plugins/access.ts'
import { listOf, ref } from '../../plugins/schemas.ts'
import type { Caller } from '../../lib/caller.ts'
import type { ProvisionedDashboards } from './provisioned.ts'
import type { DashboardService } from './service.ts'

/** Everybody changes what they made; for whom it is shown is asked of the service. */
const authz: Authz = { subjects: 'user', tenant: 'clients', changes: 'own' }
const config = { authz }
/** Calls for dashboards as code (decision 110). */
const readsAsCode = { authz: { ...authz, programs: 'read' } } as const
const writesAsCode = { authz: { ...authz, programs: 'write' } } as const
const tags = ['Dashboards']
const params = ref('api/dashboard-params')
/** A document of 512 KB as JSON text, every second character escaped; a draft has its undo beside it. */
const DOCUMENT_BYTES = 1024 * 1024 + 64 * 1024
const DRAFT_BYTES = 4 * 1024 * 1024

/** A page may be read in another language than the account's. */
const inLanguage = (caller: Caller, { lang }: DashboardsQuery): Caller =>
  lang === undefined ? caller : { ...caller, user: { ...caller.user, properties: { ...caller.user.properties, lang } } }

export function dashboardRoutes(
  app: FastifyInstance,
  { dashboards, provisioned }: { dashboards: DashboardService; provisioned: ProvisionedDashboards | null },
) {
  readerRoutes(app, dashboards)
  makerRoutes(app, dashboards)
  placeRoutes(app, dashboards)
  revisionRoutes(app, dashboards)
  draftRoutes(app, dashboards)
  editingRoutes(app, dashboards)
  folderRoute(app, provisioned)
}

/** Who has the editor open. */
function editingRoutes(app: FastifyInstance, dashboards: DashboardService): void {
  // Nothing is written: a heartbeat is answered also by a full disk.
  const route = { authz: { ...authz, changes: 'nothing' }, evenFull: true } as const
  app.put<{ Params: DashboardParams; Body: DashboardEditing; Reply: DashboardEditor[] }>(
    '/dashboards/:id/editing',
    {
      config: route,
      schema: {
        tags,
        summary: 'Says that a page edits a dashboard, for a minute; answers who else does',
        params,
        body: ref('api/dashboard-editing'),
        response: { 200: listOf('entities/dashboard-editor') },
      },
    },
    (request) => dashboards.edits(callerOf(request), request.params.id, request.body.page),
  )
}

/** The state of the files of the operator's folder. */
function folderRoute(app: FastifyInstance, provisioned: ProvisionedDashboards | null): void {
  app.get<{ Reply: ProvisionedFolder }>(
    '/dashboards/provisioned',
    {
      config: { authz: { subjects: 'admin', tenant: 'none' } },
      schema: {
        tags,
        summary: 'The files of the folder of dashboards, and what is wrong with them',
        response: { 200: ref('entities/provisioned-folder') },
      },
    },
    () =>
      provisioned === null ? { isUsed: false, isReadable: true, files: [] } : { isUsed: true, ...provisioned.state() },
  )
}

/** Calls of readers. */
function readerRoutes(app: FastifyInstance, dashboards: DashboardService): void {
  app.get<{ Querystring: DashboardsQuery; Reply: DashboardEntry[] }>(
    '/users/dashboards',
    {
      config: readsAsCode,
      schema: {
        tags,
        summary: 'The dashboards that the caller may open',
        querystring: ref('api/dashboards-query'),
        response: { 200: listOf('entities/dashboard-entry') },
      },
    },
    (request) => dashboards.readable(inLanguage(callerOf(request), request.query)),
  )

  app.get<{ Params: DashboardParams; Reply: DashboardView }>(
    '/users/dashboards/:id',
    {
      config: { authz: { ...authz, screens: 'dashboard', programs: 'read' } },
      schema: {
        tags,
        summary: 'A dashboard with its document, for its readers',
        params,
        response: { 200: ref('entities/dashboard-view') },
      },
    },
    (request) => dashboards.view(callerOf(request), request.params.id),
  )
}

/** Dashboards as they are made. */
function makerRoutes(app: FastifyInstance, dashboards: DashboardService): void {
  app.get<{ Querystring: DashboardsQuery; Reply: Dashboard[] }>(
    '/dashboards',
    {
      config: readsAsCode,
      schema: {
        tags,
        summary: 'The dashboards that the caller makes, may copy or is shown',
        querystring: ref('api/dashboards-query'),
        response: { 200: listOf('entities/dashboard') },
      },
    },
    (request) => dashboards.list(inLanguage(callerOf(request), request.query)),
  )

  app.post<{ Body: DashboardNew; Reply: Dashboard }>(
    '/dashboards',
    {
      config: writesAsCode,
      bodyLimit: DOCUMENT_BYTES,
      schema: {
        tags,
        summary: 'Makes or imports a dashboard; with something wrong in it, it waits unpublished',
        body: ref('api/dashboard-new'),
        response: { 201: ref('entities/dashboard') },
      },
    },
    async (request, reply) => reply.code(201).send(await dashboards.create(callerOf(request), request.body)),
  )

  app.post<{ Body: DashboardCheck; Reply: DashboardFindings }>(
    '/dashboards/check',
    {
      config: { authz: { ...authz, changes: 'nothing', programs: 'read' } },
      bodyLimit: DOCUMENT_BYTES,
      schema: {
        tags,
        summary: 'Validates a document without storing it',
        body: ref('api/dashboard-check'),
        response: { 200: ref('entities/dashboard-findings') },
      },
    },
    (request) => dashboards.check(callerOf(request), request.body.text),
  )

  app.get<{ Params: DashboardParams; Reply: DashboardDocument }>(
    '/dashboards/:id',
    {
      config: readsAsCode,
      schema: {
        tags,
        summary: 'A dashboard with its newest document, word for word',
        params,
        response: { 200: ref('entities/dashboard-document') },
      },
    },
    (request) => dashboards.find(callerOf(request), request.params.id),
  )

  app.put<{ Params: DashboardParams; Body: DashboardPublish; Reply: DashboardDocument }>(
    '/dashboards/:id',
    {
      config: writesAsCode,
      bodyLimit: DOCUMENT_BYTES,
      schema: {
        tags,
        summary: 'Publishes a document as a new revision',
        params,
        body: ref('api/dashboard-publish'),
        response: { 200: ref('entities/dashboard-document') },
      },
    },
    (request) => dashboards.publish(callerOf(request), request.params.id, request.body),
  )

  app.delete<{ Params: DashboardParams }>(
    '/dashboards/:id',
    {
      config: writesAsCode,
      schema: { tags, summary: 'Removes a dashboard and its history', params, response: { 204: { type: 'null' } } },
    },
    async (request, reply) => {
      await dashboards.remove(callerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )

  app.post<{ Params: DashboardParams; Body: DashboardCopy; Reply: Dashboard }>(
    '/dashboards/:id/duplicate',
    {
      config,
      schema: {
        tags,
        summary: 'Copies a dashboard, or customises a built-in one',
        params,
        body: ref('api/dashboard-copy'),
        response: { 201: ref('entities/dashboard') },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await dashboards.duplicate(callerOf(request), request.params.id, request.body)),
  )
}

/** For whom one is, and where it is found. */
function placeRoutes(app: FastifyInstance, dashboards: DashboardService): void {
  app.get<{ Reply: DashboardFolder[] }>(
    '/dashboards/folders',
    {
      config,
      schema: {
        tags,
        summary: 'The shared folders that the caller has a right to',
        response: { 200: listOf('entities/dashboard-folder') },
      },
    },
    (request) => dashboards.folders(callerOf(request)),
  )

  app.get<{ Querystring: DashboardsSearch; Reply: DashboardFound[] }>(
    '/dashboards/search',
    {
      config,
      schema: {
        tags,
        summary: 'Searches dashboards by content: titles of widgets, sources, descriptions',
        querystring: ref('api/dashboards-search'),
        response: { 200: listOf('entities/dashboard-found') },
      },
    },
    (request) => dashboards.search(inLanguage(callerOf(request), request.query), request.query.text),
  )

  app.post<{ Body: DashboardsMove }>(
    '/dashboards/move',
    {
      config,
      schema: {
        tags,
        summary: 'Files many dashboards in one folder, all or none',
        body: ref('api/dashboards-move'),
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      await dashboards.moveAll(callerOf(request), request.body)
      return reply.code(204).send()
    },
  )

  app.put<{ Params: DashboardParams; Body: DashboardAudience; Reply: Dashboard }>(
    '/dashboards/:id/audience',
    {
      config,
      schema: {
        tags,
        summary: 'Says for whom a dashboard is',
        params,
        body: ref('api/dashboard-audience'),
        response: { 200: ref('entities/dashboard') },
      },
    },
    (request) => dashboards.setAudience(callerOf(request), request.params.id, request.body.audience),
  )

  app.put<{ Params: DashboardParams; Body: DashboardPlace; Reply: Dashboard }>(
    '/dashboards/:id/place',
    {
      config,
      schema: {
        tags,
        summary: 'Files a dashboard in a folder, with tags',
        params,
        body: ref('api/dashboard-place'),
        response: { 200: ref('entities/dashboard') },
      },
    },
    (request) => dashboards.setPlace(callerOf(request), request.params.id, request.body),
  )

  app.put<{ Params: DashboardParams; Body: DashboardStar }>(
    '/dashboards/:id/star',
    {
      config,
      schema: {
        tags,
        summary: 'Adds a dashboard to the caller’s favourites, or removes it',
        params,
        body: ref('api/dashboard-star'),
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      await dashboards.star(callerOf(request), request.params.id, request.body)
      return reply.code(204).send()
    },
  )

  app.post<{ Params: DashboardParams }>(
    '/dashboards/:id/opened',
    {
      config: { ...config, evenFull: true },
      schema: {
        tags,
        summary: 'Remembers a dashboard among those the caller opened last',
        params,
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      await dashboards.opened(callerOf(request), request.params.id)
      return reply.code(204).send()
    },
  )
}

/** Calls of its history. */
function revisionRoutes(app: FastifyInstance, dashboards: DashboardService): void {
  app.get<{ Params: DashboardParams; Reply: DashboardRevision[] }>(
    '/dashboards/:id/revisions',
    {
      config: readsAsCode,
      schema: {
        tags,
        summary: 'Every revision of a dashboard, the newest first',
        params,
        response: { 200: listOf('entities/dashboard-revision') },
      },
    },
    (request) => dashboards.revisions(callerOf(request), request.params.id),
  )

  app.get<{ Params: DashboardRevisionParams; Reply: DashboardRevisionText }>(
    '/dashboards/:id/revisions/:number',
    {
      config: readsAsCode,
      schema: {
        tags,
        summary: 'The document of a revision, word for word',
        params: ref('api/dashboard-revision-params'),
        response: { 200: ref('entities/dashboard-revision-text') },
      },
    },
    (request) => dashboards.revision(callerOf(request), request.params.id, request.params.number),
  )

  app.post<{ Params: DashboardRevisionParams; Reply: DashboardDocument }>(
    '/dashboards/:id/revisions/:number/restore',
    {
      config,
      schema: {
        tags,
        summary: 'Publishes a revision again, as a new one',
        params: ref('api/dashboard-revision-params'),
        response: { 200: ref('entities/dashboard-document') },
      },
    },
    (request) => dashboards.restore(callerOf(request), request.params.id, request.params.number),
  )
}

/** Calls of drafts. */
function draftRoutes(app: FastifyInstance, dashboards: DashboardService): void {
  app.get<{ Params: DashboardParams; Reply: DashboardDraft }>(
    '/dashboards/:id/draft',
    {
      config,
      schema: {
        tags,
        summary: 'The caller’s own draft of a dashboard',
        params,
        response: { 200: ref('entities/dashboard-draft') },
      },
    },
    (request) => dashboards.drafts.find(callerOf(request), request.params.id),
  )

  app.put<{ Params: DashboardParams; Body: DashboardDraftWrite; Reply: DashboardDraft }>(
    '/dashboards/:id/draft',
    {
      config,
      bodyLimit: DRAFT_BYTES,
      schema: {
        tags,
        summary: 'Stores the caller’s draft of a dashboard, also with errors in it',
        params,
        body: ref('api/dashboard-draft-write'),
        response: { 200: ref('entities/dashboard-draft') },
      },
    },
    (request) => dashboards.drafts.keep(callerOf(request), request.params.id, request.body),
  )

  app.delete<{ Params: DashboardParams; Querystring: DashboardDraftQuery }>(
    '/dashboards/:id/draft',
    {
      config,
      schema: {
        tags,
        summary: 'Drops the caller’s draft of a dashboard',
        params,
        querystring: ref('api/dashboard-draft-query'),
        response: { 204: { type: 'null' } },
      },
    },
    async (request, reply) => {
      await dashboards.drafts.drop(callerOf(request), request.params.id, request.query)
      return reply.code(204).send()
    },
  )
}
