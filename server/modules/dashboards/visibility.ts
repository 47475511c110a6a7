/** Which dashboards a statement may touch, by who asks. */
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import type { Scope } from '../../lib/scope.ts'

const YES = sql<SqlBool>`1 = 1`

/** Whether a JSON list of ids has one. */
const listed = (column: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql<SqlBool>`replace(replace(${column}, '[', ','), ']', ',') like '%,' || ${id} || ',%'`

/** Whether the caller has this right to the folder of the statement, as an account or by a group. */
export function folderRight({ userId, role, demo }: Scope, right: 'view' | 'edit'): RawBuilder<SqlBool> {
  if (demo) return sql<SqlBool>`1 = 0`
  if (role === 'admin') return YES
  const user = userId ?? 0
  const [users, groups] = [sql.ref(`folders.${right}_users`), sql.ref(`folders.${right}_groups`)]
  return sql<SqlBool>`(${listed(users, sql.lit(String(user)))} or exists (select 1 from group_members
    where group_members.user_id = ${user} and ${listed(groups, sql`cast(group_members.group_id as text)`)}))`
}

/** Whether the folder of a dashboard gives the caller this right. */
const byFolder = (scope: Scope, ...rights: readonly ('view' | 'edit')[]) =>
  scope.demo || scope.role === 'admin'
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`exists (select 1 from folders where folders.id = dashboards.folder_id
        and (${sql.join(
          rights.map((right) => folderRight(scope, right)),
          sql` or `,
        )}))`

/** Its owner and its audience. */
export function meantFor(scope: Scope): RawBuilder<SqlBool> {
  const user = scope.userId ?? 0
  // Texts for colleagues may hold names that a demo account must not see.
  if (scope.demo) return sql<SqlBool>`(dashboards.owner_id = ${user} or audience = 'everyone')`
  const clients =
    scope.clients === 'all'
      ? sql<SqlBool>`audience = 'clients'`
      : scope.clients.length === 0
        ? sql<SqlBool>`1 = 0`
        : sql<SqlBool>`exists (select 1 from dashboard_clients
            where dashboard_clients.dashboard_id = dashboards.id
              and dashboard_clients.client_id in (${sql.join(scope.clients)}))`
  return sql<SqlBool>`(dashboards.owner_id = ${user} or audience = 'everyone' or (audience = 'clients' and ${clients})
    or ${byFolder(scope, 'view', 'edit')}
    or (audience = 'groups' and exists (select 1 from dashboard_groups join group_members on group_members.group_id = dashboard_groups.group_id
      where dashboard_groups.dashboard_id = dashboards.id and group_members.user_id = ${user})))`
}

/**
 * Visible dashboards: one's own in any state, of others what is published and meant for one; everything for
 * administrators.
 */
export const visible = (scope: Scope): RawBuilder<SqlBool> =>
  scope.role === 'admin'
    ? YES
    : sql<SqlBool>`(dashboards.owner_id = ${scope.userId ?? 0}
        or (dashboards.revision > 0 and ${meantFor(scope)})
        or ${byFolder(scope, 'edit')})`

export const mayChange = (scope: Scope): RawBuilder<SqlBool> =>
  scope.role === 'admin'
    ? YES
    : sql<SqlBool>`(dashboards.owner_id = ${scope.userId ?? 0} or ${byFolder(scope, 'edit')})`
