/** All accounts: who they are, how they sign in, what they hold, when they were here. */
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { EmptyState, LinkButton, Page, type ResourceColumn, ResourceTable, Select, useUi } from '#ui'
import { UserIcon } from '#ui/icons/index.tsx'
import { useMemo } from 'react'
import { PATHS } from '../paths.ts'
import { useAll } from '../use-admin-data.ts'
import { useList } from '../use-list.ts'
import css from '../admin.module.css'
import { Actions } from './user-actions.tsx'

export function UsersPage() {
  const { t } = useUi()
  const users = useAll('users')
  const list = useList()
  const [enabled, role] = [list.filter('enabled'), list.filter('role')]
  const columns: ResourceColumn<UserAccount>[] = [
    { attr: 'username', label: t('admin:users.username') },
    {
      attr: 'enabled',
      label: t('admin:users.enabled'),
      type: 'FootState',
      value: (user) => (user.enabled ? 'up' : 'closed'),
      options: { names: { up: t('admin:enabled.yes'), closed: t('admin:enabled.no') } },
    },
    {
      attr: 'role',
      label: t('admin:users.role'),
      options: { names: { basic: t('admin:role.basic'), admin: t('admin:role.admin') }, tones: { admin: 'accent' } },
    },
    {
      attr: 'loginType',
      label: t('admin:users.loginType'),
      isLong: true,
      options: {
        names: {
          password: t('admin:loginType.password'),
          otp: t('admin:loginType.otp'),
          external: t('admin:loginType.external'),
        },
      },
    },
    {
      attr: 'flags',
      label: t('admin:users.flagCount'),
      type: 'Number',
      value: (user) => user.flags.length,
      title: t('admin:users.flagCountTitle'),
    },
    { attr: 'clients', label: t('admin:clients'), type: 'Number', value: (user) => user.clients.length },
    { attr: 'lastLogin', label: t('admin:users.lastLogin'), type: 'Date' },
  ]
  const shown = useMemo(
    () =>
      users.data === undefined
        ? users
        : {
            ...users,
            data: users.data.filter(
              (user) => (enabled === null || String(user.enabled) === enabled) && (role === null || user.role === role),
            ),
          },
    [users, enabled, role],
  )
  const isFiltered = enabled !== null || role !== null
  const choice = (name: string, label: string, all: string, options: readonly { id: string; label: string }[]) => (
    <div className={css.filter}>
      <Select
        label=""
        emptyLabel={`${label}: ${all}`}
        options={options.map((one) => ({ ...one, label: `${label}: ${one.label}` }))}
        value={list.filter(name)}
        onChange={(value) => list.setFilters({ [name]: value })}
      />
    </div>
  )
  return (
    <Page
      title={t('admin:users.title')}
      note={t('admin:users.note')}
      back={{ href: PATHS.home, label: t('admin:title') }}
    >
      <ResourceTable
        label={t('admin:users.title')}
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        linkTo={({ id }) => PATHS.users.edit(id)}
        addTo={PATHS.users.add}
        addLabel={t('admin:users.add')}
        state={list.state}
        onStateChange={list.onStateChange}
        rowActions={(user) => <Actions user={user} />}
        filters={
          <>
            {choice('enabled', t('admin:users.enabled'), t('admin:all'), [
              { id: 'true', label: t('admin:enabled.yes') },
              { id: 'false', label: t('admin:enabled.no') },
            ])}
            {choice('role', t('admin:users.role'), t('admin:users.allRoles'), [
              { id: 'basic', label: t('admin:role.basic') },
              { id: 'admin', label: t('admin:role.admin') },
            ])}
          </>
        }
        empty={
          isFiltered ? (
            <EmptyState icon={<UserIcon size={20} />} title={t('admin:users.noneLeft')}>
              {t('admin:users.noneLeftText')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<UserIcon size={20} />}
              title={t('admin:users.none')}
              action={
                <LinkButton kind="primary" size="small" href={PATHS.users.add}>
                  {t('admin:users.add')}
                </LinkButton>
              }
            >
              {t('admin:users.noneText')}
            </EmptyState>
          )
        }
      />
    </Page>
  )
}
