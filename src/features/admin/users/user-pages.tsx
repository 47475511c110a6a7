/** Inviting a person, and changing an account. */
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { Page, QueryState, toasts, useUi } from '#ui'
import { useNavigate, useParams } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { both } from '../both.ts'
import { PATHS } from '../paths.ts'
import { flagFieldMap, mapServerErrors, type FieldMap } from '../server-errors.ts'
import { useAll, useClients, useOne, useRefresh } from '../use-admin-data.ts'
import { UserActivity } from './user-activity.tsx'
import { UserForm } from './user-form.tsx'
import { UserState } from './user-state.tsx'
import { draftOf, NEW_USER, type UserValues, valuesOf } from './user-values.ts'
import css from '../admin.module.css'

/** Sends an account and leaves for the list. */
function useSaving(before?: UserAccount): (values: UserValues) => Promise<void> {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const places: FieldMap = {
    NAME_TAKEN: 'username',
    MAC_TAKEN: 'macs',
    CLIENT_NOT_FOUND: 'clients',
    GROUP_NOT_FOUND: 'groups',
    LAST_ADMIN: 'role',
    OWN_ACCOUNT: 'role',
    ...flagFieldMap(t),
  }
  return async (values) => {
    const draft = draftOf(values, before)
    const { username, loginType } = await mapServerErrors(
      before === undefined ? api.users.add(draft) : api.users.save(before.id, draft),
      places,
      say,
    )
    toasts.success(
      before === undefined
        ? t(loginType === 'external' ? 'admin:users.added' : 'admin:users.invited', { name: username })
        : t('admin:saved', { name: username }),
    )
    void navigate(PATHS.users.list)
    void refresh('users', 'groups', 'accesses')
  }
}

export function NewUserPage() {
  const { t } = useUi()
  const save = useSaving()
  const lists = both(useClients(), useAll('groups'))
  return (
    <Page
      title={t('admin:users.newTitle')}
      width="narrow"
      back={{ href: PATHS.users.list, label: t('admin:users.title') }}
    >
      <QueryState of={lists} skeleton="form">
        {([clients, groups]) => <UserForm isNew initial={NEW_USER} clients={clients} groups={groups} save={save} />}
      </QueryState>
    </Page>
  )
}

export function EditUserPage() {
  const { t } = useUi()
  const id = Number(useParams().id)
  const user = useOne('users', id)
  return (
    <Page
      title={user.data?.username ?? t('admin:users.one')}
      back={{ href: PATHS.users.list, label: t('admin:users.title') }}
    >
      <QueryState key={id} of={user} skeleton="form">
        {(data) => <Account user={data} />}
      </QueryState>
    </Page>
  )
}

function Account({ user }: { user: UserAccount }) {
  const { me } = useAdmin()
  const save = useSaving(user)
  const lists = both(useClients(), useAll('groups'))
  return (
    <div className={css.split}>
      <QueryState of={lists} skeleton="form">
        {([clients, groups]) => (
          <UserForm initial={valuesOf(user)} clients={clients} groups={groups} isOwn={user.id === me.id} save={save} />
        )}
      </QueryState>
      <div className={css.aside}>
        <UserState user={user} />
        <UserActivity user={user.id} username={user.username} />
      </div>
    </div>
  )
}
