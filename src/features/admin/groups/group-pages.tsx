/** Groups: the list, a new one, and changing one. */
import type { Group } from '#schemas/generated/entities/group.ts'
import {
  Button,
  EmptyState,
  IconButton,
  LinkButton,
  Page,
  QueryState,
  type ResourceColumn,
  ResourceTable,
  toasts,
  useUi,
} from '#ui'
import { PeopleIcon } from '#ui/icons/areas.tsx'
import { TrashIcon } from '#ui/icons/index.tsx'
import { useNavigate, useParams } from 'react-router'
import { useAdmin } from '../admin-frame.tsx'
import { both } from '../both.ts'
import { PATHS } from '../paths.ts'
import { flagPlaces, placed } from '../refusals.ts'
import { useAll, useClients, useOne, useRefresh } from '../use-admin-data.ts'
import { useList } from '../use-list.ts'
import { useRemoving } from '../use-removing.ts'
import { GroupForm, type GroupValues, NEW_GROUP } from './group-form.tsx'

export function GroupsPage() {
  const { t } = useUi()
  const list = useList()
  const removing = useRemoving('groups')
  const columns: ResourceColumn<Group>[] = [
    { attr: 'name', label: t('admin:name') },
    { attr: 'description', label: t('admin:description') },
    { attr: 'members', label: t('admin:groups.members'), type: 'Number', value: (group) => group.members.length },
    { attr: 'flags', label: t('admin:users.flagCount'), type: 'Number', value: (group) => group.flags.length },
    { attr: 'clients', label: t('admin:clients'), type: 'Number', value: (group) => group.clients.length },
  ]
  return (
    <Page
      title={t('admin:groups.title')}
      note={t('admin:groups.note')}
      back={{ href: PATHS.home, label: t('admin:title') }}
    >
      <ResourceTable
        label={t('admin:groups.title')}
        columns={columns}
        rows={useAll('groups')}
        rowKey={({ id }) => id}
        linkTo={({ id }) => PATHS.groups.edit(id)}
        addTo={PATHS.groups.add}
        addLabel={t('admin:groups.add')}
        state={list.state}
        onStateChange={list.onStateChange}
        rowActions={({ id, name }) => (
          <IconButton
            plain
            size="small"
            label={t('admin:removeName', { name })}
            icon={<TrashIcon />}
            onPress={() => void removing(id, t('admin:groups.removeQuestion', { name }))}
          />
        )}
        empty={
          <EmptyState
            icon={<PeopleIcon size={20} />}
            title={t('admin:groups.none')}
            action={
              <LinkButton kind="primary" size="small" href={PATHS.groups.add}>
                {t('admin:groups.add')}
              </LinkButton>
            }
          >
            {t('admin:groups.noneText')}
          </EmptyState>
        }
      />
    </Page>
  )
}

function useSaving(id?: number): (values: GroupValues) => Promise<void> {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const refresh = useRefresh()
  const navigate = useNavigate()
  return async (values) => {
    const draft = { ...values, name: values.name.trim(), description: values.description.trim() }
    const { name } = await placed(
      id === undefined ? api.groups.add(draft) : api.groups.save(id, draft),
      { NAME_TAKEN: 'name', USER_NOT_FOUND: 'members', CLIENT_NOT_FOUND: 'clients', ...flagPlaces(t) },
      say,
    )
    toasts.success(t('admin:saved', { name }))
    void navigate(PATHS.groups.list)
    void refresh('groups', 'users')
  }
}

const back = (label: string) => ({ href: PATHS.groups.list, label })

export function NewGroupPage() {
  const { t } = useUi()
  const save = useSaving()
  const lists = both(both(useClients(), useAll('users')), useAll('groups'))
  return (
    <Page title={t('admin:groups.newTitle')} width="narrow" back={back(t('admin:groups.title'))}>
      <QueryState of={lists} skeleton="form">
        {([[clients, users], groups]) => (
          <GroupForm
            initial={NEW_GROUP}
            clients={clients}
            users={users}
            taken={groups.map(({ name }) => name)}
            save={save}
          />
        )}
      </QueryState>
    </Page>
  )
}

export function EditGroupPage() {
  const { t } = useUi()
  const id = Number(useParams().id)
  const group = useOne('groups', id)
  const save = useSaving(id)
  const navigate = useNavigate()
  const removing = useRemoving('groups')
  const lists = both(both(useClients(), useAll('users')), both(useAll('groups'), group))
  return (
    <Page title={group.data?.name ?? t('admin:groups.one')} width="narrow" back={back(t('admin:groups.title'))}>
      <QueryState key={id} of={lists} skeleton="form">
        {([[clients, users], [groups, { name, description, members, flags, clients: own }]]) => (
          <GroupForm
            initial={{ name, description, members, flags, clients: own }}
            clients={clients}
            users={users}
            taken={groups.filter((one) => one.id !== id).map((one) => one.name)}
            save={save}
          >
            <Button
              kind="quiet"
              icon={<TrashIcon />}
              onPress={() =>
                void removing(id, t('admin:groups.removeQuestion', { name }), () => void navigate(PATHS.groups.list))
              }
            >
              {t('admin:remove')}
            </Button>
          </GroupForm>
        )}
      </QueryState>
    </Page>
  )
}
