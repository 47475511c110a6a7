/** Which user may read which client: given and taken back one by one. */
import type { UserAccess } from '#schemas/generated/entities/user-access.ts'
import { Button, EmptyState, IconButton, Page, type ResourceColumn, ResourceTable, useUi } from '#ui'
import { LinkIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useMemo, useState } from 'react'
import { both } from '../both.ts'
import { PATHS } from '../paths.ts'
import { useAll, useClients } from '../use-admin-data.ts'
import { useList } from '../use-list.ts'
import { useRemoving } from '../use-removing.ts'
import { AddAccess } from './add-access.tsx'

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
