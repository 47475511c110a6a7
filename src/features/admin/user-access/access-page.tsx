/** Which user may read which client: given and taken back one by one. */
import type { UserAccess } from '#schemas/generated/entities/user-access.ts'
import {
  Button,
  Dialog,
  EmptyState,
  EntitySelector,
  Form,
  IconButton,
  mandatory,
  Page,
  QueryState,
  type ResourceColumn,
  ResourceTable,
  toasts,
  useForm,
  useUi,
} from '#ui'
import { LinkIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useMemo, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { both } from '../both.ts'
import { clientItems, clientTypes } from '../client-items.ts'
import { PATHS } from '../paths.ts'
import { placed } from '../refusals.ts'
import { useAll, useClients, useRefresh } from '../use-admin-data.ts'
import { useList } from '../use-list.ts'
import { useRemoving } from '../use-removing.ts'
import css from '../admin.module.css'

interface Row extends UserAccess {
  readonly userName: string
  readonly clientName: string
  readonly by: string | null
}

const byId = <T extends { readonly id: number }>(list: readonly T[], name: (one: T) => string) =>
  new Map(list.map((one) => [one.id, name(one)]))

export function AccessPage() {
  const { t } = useUi()
  const list = useList()
  const removing = useRemoving('accesses')
  const [isAdding, setAdding] = useState(false)
  const all = both(useAll('accesses'), both(useAll('users'), useClients()))
  const { data } = all
  const rows = useMemo(() => {
    if (data === undefined) return undefined
    const [accesses, [users, clients]] = data
    const [people, brands] = [byId(users, ({ username }) => username), byId(clients, ({ name }) => name)]
    return accesses.map((access): Row => ({
      ...access,
      userName: people.get(access.user) ?? `#${access.user}`,
      clientName: brands.get(access.client) ?? `#${access.client}`,
      by: access.createdBy === null ? null : (people.get(access.createdBy) ?? `#${access.createdBy}`),
    }))
  }, [data])
  const columns: ResourceColumn<Row>[] = [
    { attr: 'userName', label: t('admin:access.user') },
    { attr: 'clientName', label: t('admin:access.client') },
    { attr: 'createdAt', label: t('admin:access.since'), type: 'Date' },
    { attr: 'by', label: t('admin:access.by') },
  ]
  const add = () => setAdding(true)
  return (
    <Page
      title={t('admin:access.title')}
      note={t('admin:access.note')}
      back={{ href: PATHS.home, label: t('admin:title') }}
    >
      <ResourceTable
        label={t('admin:access.title')}
        columns={columns}
        rows={{ ...all, data: rows }}
        rowKey={({ id }) => id}
        state={list.state}
        onStateChange={list.onStateChange}
        onAdd={add}
        addLabel={t('admin:access.add')}
        rowActions={({ id, userName, clientName }) => (
          <IconButton
            plain
            size="small"
            icon={<TrashIcon />}
            label={t('admin:access.removeLabel', { user: userName, client: clientName })}
            onPress={() => void removing(id, t('admin:access.removeQuestion', { user: userName, client: clientName }))}
          />
        )}
        empty={
          <EmptyState
            icon={<LinkIcon size={20} />}
            title={t('admin:access.none')}
            action={
              <Button kind="primary" size="small" onPress={add}>
                {t('admin:access.add')}
              </Button>
            }
          >
            {t('admin:access.noneText')}
          </EmptyState>
        }
      />
      {isAdding && <AddAccess onClose={() => setAdding(false)} />}
    </Page>
  )
}

interface Draft {
  readonly user: number | null
  readonly client: number | null
}

function AddAccess({ onClose }: { onClose: () => void }) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const refresh = useRefresh()
  const lists = both(useAll('users'), useClients())
  const form = useForm<Draft>({
    initial: { user: null, client: null },
    rules: { user: mandatory, client: mandatory },
    onSubmit: async ({ user, client }) => {
      if (user === null || client === null) return
      await placed(
        api.accesses.add({ user, client }),
        { USER_NOT_FOUND: 'user', CLIENT_NOT_FOUND: 'client', ACCESS_TAKEN: 'client' },
        say,
      )
      toasts.success(t('admin:access.added'))
      onClose()
      await refresh('accesses', 'users')
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin:access.addTitle')}
      actions={
        <>
          <Button onPress={onClose}>{t('admin:cancel')}</Button>
          <Button kind="primary" isPending={form.isSaving} onPress={() => void form.submit()}>
            {t('admin:access.add')}
          </Button>
        </>
      }
    >
      <QueryState of={lists} skeleton="form">
        {([users, clients]) => (
          <Form form={form} label={t('admin:access.addTitle')}>
            <div className={css.stack}>
              <EntitySelector
                label={t('admin:access.user')}
                isRequired
                items={users.map(({ id, username }) => ({ id, name: username }))}
                {...form.field('user')}
              />
              <EntitySelector
                label={t('admin:access.client')}
                isRequired
                items={clientItems(clients)}
                types={clientTypes(t)}
                {...form.field('client')}
              />
            </div>
          </Form>
        )}
      </QueryState>
    </Dialog>
  )
}
