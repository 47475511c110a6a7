/** The list of a noun with states: what is to be done first, an action a row, and actions for many with a preview. */
import { type BulkAction, isTaken } from '#domain/machine'
import {
  Button,
  ColumnsButton,
  EmptyState,
  type ListAddress,
  type QueryLike,
  type ResourceColumn,
  ResourceTable,
  type ResourceTableProps,
  useChosenColumns,
  useUi,
} from '#ui'
import { SuccessIcon } from '#ui/icons/index.tsx'
import { searched } from '#ui/resource-table/values.ts'
import { useMemo, useState } from 'react'
import { useAdmin } from '../../admin-frame.tsx'
import { useAll } from '../../use-admin-data.ts'
import { CsvButton } from '../csv-button.tsx'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import type { Entry } from '../resource.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { filterOf, inState, ofAssignee, StateFilters } from './list-filters.tsx'
import { stateColumns } from './state-columns.ts'
import { bringsOf, positionIn, type Stated, wordsOf } from './stated.ts'
import { useActions } from './use-actions.ts'
import { ForAll } from './for-all.tsx'
import { BulkButtons } from './bulk-buttons.tsx'
import { RowMenu } from './row-menu.tsx'

export interface StatedTableProps<Entity extends Entry> extends Omit<
  ResourceTableProps<Entity>,
  'rows' | 'rowKey' | 'state' | 'onStateChange' | 'rowActions' | 'filters' | 'tools'
> {
  resource: Stated<Entity>
  columns: readonly ResourceColumn<Entity>[]
  entries: QueryLike<readonly Entity[]>
  list: ListAddress
  refresh: () => Promise<unknown>
  /** Left out: entries are not removed here. */
  onRemove?: (entity: Entity) => void
}

interface Asked<Entity extends Entry> {
  readonly bulk: BulkAction
  readonly entities: readonly Entity[]
  readonly areChosen: boolean
}

interface Assigned<Entity extends Entry> {
  readonly entity: Entity
  readonly action: string
}

export function StatedTable<Entity extends Entry>({
  resource,
  entries,
  list,
  refresh,
  onRemove,
  columns: own,
  empty,
  ...table
}: StatedTableProps<Entity>) {
  const { t, format } = useUi()
  const { me } = useAdmin()
  const { machine, name } = resource
  const { bulk } = machine.table
  const users = useAll('users').data
  const [selected, setSelected] = useState<Set<string | number>>(new Set())
  const [asked, setAsked] = useState<Asked<Entity> | null>(null)
  const [assigned, setAssigned] = useState<Assigned<Entity> | null>(null)
  const { act } = useActions(resource, refresh)
  // In sight also where the window is narrow.
  const all = useMemo(
    () => [...own.slice(0, 1), ...stateColumns(resource, t, users), ...own.slice(1)],
    [own, resource, t, users],
  )
  const columnsChosen = useChosenColumns(`${me.id}/${name}`, all)
  const columns = columnsChosen.shown
  const filter = filterOf(machine, list)
  const everything = entries.data ?? []
  const reached = ofAssignee(machine, everything, filter)
  const shown = inState(machine, reached, filter)
  const onShow = searched(
    inState(machine, reached, { ...filter, state: null }).toReversed(),
    columns,
    list.state.text,
    { t, format },
  )
  const takes = (one: BulkAction, some: readonly Entity[]) =>
    some.filter((entity) => isTaken(machine.table, one, positionIn(machine, entity), me.id))
  const chosen = shown.filter(({ id }) => selected.has(id))
  const take = (entity: Entity, action: string) => {
    if (bringsOf(machine, action) === 'user') setAssigned({ entity, action })
    else void act(entity, action)
  }

  return (
    <>
      <ResourceTable
        {...table}
        columns={columns}
        rows={entries.data === undefined ? { ...entries, data: undefined } : shown}
        rowKey={({ id }) => id}
        state={list.state}
        onStateChange={list.onStateChange}
        filters={
          <StateFilters
            resource={resource}
            filter={filter}
            entities={entries.data}
            users={users}
            onChange={(next) => {
              setSelected(new Set())
              list.setFilters(next)
            }}
          />
        }
        tools={
          <>
            <ForAll
              resource={resource}
              isDisabled={everything.length === 0}
              takes={(one) => takes(one, onShow).length}
              onAction={(one) => setAsked({ bulk: one, entities: onShow, areChosen: false })}
            />
            <ColumnsButton columns={columnsChosen} />
            <CsvButton name={name} rows={shown} columns={columns} search={list.state.text} />
          </>
        }
        {...(bulk.length > 0 && {
          selected,
          onSelectedChange: setSelected,
          bulkActions: (
            <BulkButtons
              resource={resource}
              chosen={chosen}
              takes={takes}
              onPress={(one) => setAsked({ bulk: one, entities: chosen, areChosen: true })}
            />
          ),
        })}
        rowActions={(entity) => <RowMenu resource={resource} entity={entity} onAction={take} onRemove={onRemove} />}
        empty={
          everything.length === 0 ? (
            empty
          ) : (
            <NothingHere onShowAll={() => list.setFilters({ state: 'all', assignee: null })} />
          )
        }
      />
      <Dialogs
        resource={resource}
        asked={asked}
        assigned={assigned}
        users={users}
        refresh={refresh}
        onAssign={(entity, action, user) => act(entity, action, { user })}
        onClose={() => {
          if (asked !== null) setSelected(new Set())
          setAsked(null)
          setAssigned(null)
        }}
      />
    </>
  )
}

/** There are entries, and none with this filter. */
function NothingHere({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useUi()
  return (
    <EmptyState
      icon={<SuccessIcon size={20} />}
      title={t('admin:entry.noneHere')}
      action={
        <Button size="small" onPress={onShowAll}>
          {t('admin:entry.showAll')}
        </Button>
      }
    />
  )
}

interface DialogsProps<Entity extends Entry> {
  resource: Stated<Entity>
  asked: Asked<Entity> | null
  assigned: Assigned<Entity> | null
  users: readonly UserAccount[] | undefined
  refresh: () => Promise<unknown>
  onAssign: (entity: Entity, action: string, user: number) => Promise<unknown>
  onClose: () => void
}

function Dialogs<Entity extends Entry>({
  resource,
  asked,
  assigned,
  users,
  refresh,
  onAssign,
  onClose,
}: DialogsProps<Entity>) {
  const { t } = useUi()
  const { machine, words, label } = resource
  return (
    <>
      {asked !== null && (
        <BulkDialog resource={resource} {...asked} users={users} refresh={refresh} onClose={onClose} />
      )}
      {assigned !== null && (
        <AssignDialog
          title={label(assigned.entity)}
          confirmLabel={wordsOf(t, words).action(assigned.action)}
          assignee={positionIn(machine, assigned.entity).assignee}
          onClose={onClose}
          onAssign={async (user) => {
            await onAssign(assigned.entity, assigned.action, user)
          }}
        />
      )}
    </>
  )
}
