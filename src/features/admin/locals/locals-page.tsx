/** The list of locals, of one client or of all. */
import {
  Button,
  ColumnsButton,
  EmptyState,
  EntitySelector,
  IconButton,
  LinkButton,
  Page,
  ResourceTable,
  useChosenColumns,
  useUi,
} from '#ui'
import { VenueIcon } from '#ui/icons/areas.tsx'
import { TrashIcon, UploadIcon } from '#ui/icons/index.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { clientItems } from '../client-items.ts'
import { PATHS } from '../paths.ts'
import { newAt } from '../place-address.ts'
import { RemoveDialog } from '../places/remove-dialog.tsx'
import { CsvButton } from '../resource/csv-button.tsx'
import { useList } from '../use-list.ts'
import { ImportDialog } from './import-dialog.tsx'
import { useLocalLists } from './use-local-lists.ts'
import { type LocalRow, useLocalRows } from './use-local-rows.ts'
import admin from '../admin.module.css'
import css from './locals.module.css'
import { columnsOf } from './local-columns.tsx'

export function LocalsPage() {
  const { t, format } = useUi()
  const { me } = useAdmin()
  const list = useList()
  const queries = useQueryClient()
  const client = Number(list.filter('client')) || null
  const lists = useLocalLists()
  const [clients, dealerships] = lists.data ?? [[], []]
  const { rows, total, arrived, isComplete } = useLocalRows(client)
  const [removed, setRemoved] = useState<LocalRow | null>(null)
  const [isImporting, setImporting] = useState(false)
  const all = useMemo(() => columnsOf(t, clients, dealerships), [t, clients, dealerships])
  const chosen = useChosenColumns(`${me.id}/locals`, all)
  const add = t('noun-locals:add')
  return (
    <Page
      title={t('noun-locals:title')}
      note={t('noun-locals:note')}
      back={{ href: PATHS.home, label: t('admin:title') }}
    >
      <ResourceTable
        label={t('noun-locals:title')}
        columns={chosen.shown}
        rows={rows}
        rowKey={({ id }) => id}
        state={list.state}
        onStateChange={list.onStateChange}
        linkTo={({ id }) => PATHS.locals.edit(id)}
        reusesRows
        addTo={newAt(PATHS.locals.add, { client: client ?? undefined })}
        addLabel={add}
        filters={
          <>
            <div className={admin.filter}>
              <EntitySelector
                label=""
                placeholder={t('admin:places.allClients')}
                items={clientItems(clients)}
                value={client}
                onChange={(id) => list.setFilters({ client: id === null ? null : String(id) })}
              />
            </div>
            {!isComplete && total > 0 && (
              <span className={css.loading} role="status">
                {t('noun-locals:arriving', {
                  arrived: format.exact(arrived, 'count'),
                  total: format.exact(total, 'count'),
                })}
              </span>
            )}
          </>
        }
        tools={
          <>
            <Button icon={<UploadIcon />} onPress={() => setImporting(true)}>
              {t('noun-locals:import.button')}
            </Button>
            <ColumnsButton columns={chosen} />
            <CsvButton name="locals" rows={rows.data ?? []} columns={chosen.shown} search={list.state.text} />
          </>
        }
        rowActions={(local) => (
          <IconButton
            plain
            size="small"
            label={t('admin:removeName', { name: local.name })}
            icon={<TrashIcon />}
            onPress={() => setRemoved(local)}
          />
        )}
        empty={
          <EmptyState
            icon={<VenueIcon size={20} />}
            title={t('noun-locals:none')}
            action={
              <LinkButton kind="primary" size="small" href={PATHS.locals.add}>
                {add}
              </LinkButton>
            }
          >
            {t('noun-locals:noneText')}
          </EmptyState>
        }
      />
      {removed !== null && (
        <RemoveDialog
          key={removed.id}
          place={{ kind: 'local', id: removed.id, name: removed.name }}
          onClose={() => setRemoved(null)}
          onRemoved={() => void queries.invalidateQueries({ queryKey: ['admin', 'locals'] })}
        />
      )}
      {isImporting && <ImportDialog client={client} onClose={() => setImporting(false)} />}
    </Page>
  )
}
