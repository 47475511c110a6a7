/** A list of the hub as a table: its state in the address, editing and removing at the end of each row. */
import {
  EmptyState,
  IconButton,
  Button,
  confirmAndRun,
  type QueryLike,
  type ResourceColumn,
  ResourceTable,
  useUi,
} from '#ui'
import { EditIcon, LinkIcon, TrashIcon } from '#ui/icons/index.tsx'
import { type ReactNode, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { useList } from '../use-list.ts'
import { useFleet } from './fleet-frame.tsx'
import type { HubName } from './hub-queries.ts'
import { useFleetRefresh } from './fleet-queries.ts'
import css from './hubble.module.css'

type ListName = Exclude<HubName, 'nodes' | 'validator'>

export interface HubTableProps<R extends { readonly mac: string }> {
  list: ListName
  rows: QueryLike<readonly R[]>
  columns: readonly ResourceColumn<R>[]
  /** Adds one, or changes the one that is given. */
  dialog: (entry: R | null, onClose: () => void) => ReactNode
}

/** Removes an entry after the question of the specification. */
export function useRemovingEntry(): (list: Exclude<HubName, 'nodes'>, mac: string) => Promise<void> {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const refresh = useFleetRefresh()
  return async (list, mac) => {
    const answer = await confirmAndRun({
      question: t(`fleet:hub.removeQuestion.${list}`, { mac }),
      isDanger: true,
      confirmLabel: t('admin:remove'),
      errorText: say,
      run: () => api.removeEntry(list, mac),
    })
    if (answer !== 'cancelled') await refresh()
  }
}

export function HubTable<R extends { readonly mac: string }>({ list, rows, columns, dialog }: HubTableProps<R>) {
  const { t } = useUi()
  const state = useList()
  const removing = useRemovingEntry()
  // Undefined: no dialog; null: a new one.
  const [edited, setEdited] = useState<R | null | undefined>(undefined)
  const add = () => setEdited(null)
  return (
    <div className={css.tab}>
      <p className={css.lead}>{t(`fleet:hub.lead.${list}`)}</p>
      <ResourceTable
        label={t(`fleet:hub.tab.${list}`)}
        columns={columns}
        rows={rows}
        rowKey={({ mac }) => mac}
        state={state.state}
        onStateChange={state.onStateChange}
        onAdd={add}
        addLabel={t('fleet:hub.add')}
        rowActions={(row) => (
          <span className={css.rowActions}>
            <IconButton
              plain
              size="small"
              label={t('fleet:hub.editLabel', { mac: row.mac })}
              icon={<EditIcon />}
              onPress={() => setEdited(row)}
            />
            <IconButton
              plain
              size="small"
              label={t('admin:removeName', { name: row.mac })}
              icon={<TrashIcon />}
              onPress={() => void removing(list, row.mac)}
            />
          </span>
        )}
        empty={
          <EmptyState
            icon={<LinkIcon size={20} />}
            title={t(`fleet:hub.none.${list}`)}
            action={
              <Button kind="primary" size="small" onPress={add}>
                {t('fleet:hub.add')}
              </Button>
            }
          >
            {t('fleet:hub.noneText')}
          </EmptyState>
        }
      />
      {edited !== undefined && dialog(edited, () => setEdited(undefined))}
    </div>
  )
}
