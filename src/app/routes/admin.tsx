/** The administration area, below /users/admin: for administrators only, all others are sent to the root. */
import { ensureTexts, learnTexts, type NounArea } from '#i18n'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { areaOf, NOUNS } from '../../features/admin/nouns.ts'
import type { Noun } from '../../features/admin/noun.ts'
import type { ResourcePages } from '../../features/admin/resource/resource-pages.ts'
import { guarded } from '../guards.ts'

type Load<Name extends string> = () => Promise<Record<Name, ComponentType>>

/**
 * One page: its path below /users/admin, the text key of its name, where its component is, and the nouns it
 * covers.
 */
const page = <Name extends string>(
  path: string,
  title: string,
  load: Load<Name>,
  name: Name,
  nouns: readonly NounArea[] = [],
): RouteObject =>
  guarded({
    path: `admin${path}`,
    handle: { admin: true, title },
    lazy: async () => {
      const [module] = await Promise.all([load(), ensureTexts('admin', 'fleet', 'reports', ...nouns)])
      return { Component: module[name] }
    },
  })

/** List, new one and changing one of a described noun, and what it has besides. */
function nounPages({ name, pages, texts, more = [] }: Noun): RouteObject[] {
  const area = areaOf({ name })
  learnTexts(area, texts)
  const one = (path: string, title: string, of: keyof ResourcePages) =>
    guarded({
      path: `admin/${name}${path}`,
      handle: { admin: true, title: `${area}:${title}` },
      lazy: async () => {
        const [module] = await Promise.all([pages(), ensureTexts('admin', 'fleet', area)])
        return { Component: module.default[of] }
      },
    })
  const besides = more.map(({ path, title, load }) =>
    guarded({
      path: `admin/${name}${path}`,
      handle: { admin: true, title: `${area}:${title}` },
      lazy: async () => {
        const [Component] = await Promise.all([load(), ensureTexts('admin', area)])
        return { Component }
      },
    }),
  )
  return [
    one('', 'title', 'ListPage'),
    one('/new', 'newTitle', 'NewPage'),
    one('/:id/edit', 'one', 'EditPage'),
    ...besides,
  ]
}

const everyNoun = NOUNS.map(areaOf)
const home = () => import('../../features/admin/home-page.tsx')
const users = () => import('../../features/admin/users/users-page.tsx')
const user = () => import('../../features/admin/users/user-pages.tsx')
const groups = () => import('../../features/admin/groups/group-pages.tsx')
const access = () => import('../../features/admin/user-access/access-page.tsx')
const programs = () => import('../../features/admin/api-clients/program-pages.tsx')
const audit = () => import('../../features/admin/audit/audit-page.tsx')
const footscans = () => import('../../features/admin/footscans/footscans-page.tsx')
const footscan = () => import('../../features/admin/footscans/footscan-pages.tsx')
const hubble = () => import('../../features/admin/hubble/hubble-page.tsx')
const modules = () => import('../../features/admin/modules/modules-page.tsx')
const places = () => import('../../features/admin/places/places-page.tsx')
const quarantine = () => import('../../features/admin/places/quarantine-page.tsx')
const reports = () => import('../../features/admin/report-management/page.tsx')
const playground = () => import('../playground-route.tsx')
const server = () => import('../../features/admin/server/server-page.tsx')
const brands = () => import('../../features/admin/brands/brand-pages.tsx')

export const adminRoutes: RouteObject[] = [
  guarded({
    handle: { admin: true },
    lazy: async () => {
      const { AdminRoute } = await import('../admin-route.tsx')
      return { Component: AdminRoute }
    },
    children: [
      page('', 'admin:title', home, 'AdminHomePage', everyNoun),
      page('/users', 'admin:users.title', users, 'UsersPage'),
      page('/users/new', 'admin:users.newTitle', user, 'NewUserPage'),
      page('/users/:id/edit', 'admin:users.one', user, 'EditUserPage'),
      page('/groups', 'admin:groups.title', groups, 'GroupsPage'),
      page('/groups/new', 'admin:groups.newTitle', groups, 'NewGroupPage'),
      page('/groups/:id/edit', 'admin:groups.one', groups, 'EditGroupPage'),
      page('/user-access', 'admin:access.title', access, 'AccessPage'),
      page('/api-clients', 'admin:programs.title', programs, 'ProgramsPage'),
      page('/api-clients/new', 'admin:programs.newTitle', programs, 'NewProgramPage'),
      page('/api-clients/:id/edit', 'admin:programs.one', programs, 'EditProgramPage'),
      page('/brands', 'admin:brands.title', brands, 'BrandsPage'),
      page('/brands/new', 'admin:brands.newTitle', brands, 'NewBrandPage'),
      page('/brands/:id/edit', 'admin:brands.one', brands, 'EditBrandPage'),
      page('/places', 'admin:places.title', places, 'PlacesPage'),
      page('/quarantine', 'admin:quarantine.title', quarantine, 'QuarantinePage'),
      page('/modules', 'admin:modules.title', modules, 'ModulesPage'),
      page('/reports', 'admin:reportManagement.title', reports, 'ReportManagementPage'),
      page('/playground', 'admin:playground.title', playground, 'PlaygroundRoute'),
      page('/server', 'admin:server.title', server, 'ServerPage'),
      page('/audit', 'admin:audit.title', audit, 'AuditLogPage', everyNoun),
      ...NOUNS.flatMap(nounPages),
      guarded({
        handle: { admin: true },
        lazy: async () => {
          const { FleetRoute } = await import('../fleet-route.tsx')
          return { Component: FleetRoute }
        },
        children: [
          page('/footscans', 'fleet:footscans.title', footscans, 'FootscansPage'),
          page('/footscans/new', 'fleet:footscans.newTitle', footscan, 'NewFootscanPage'),
          page('/footscans/:id/edit', 'fleet:footscans.one', footscan, 'EditFootscanPage'),
          page('/hubble', 'fleet:hub.title', hubble, 'HubblePage'),
        ],
      }),
    ],
  }),
]
