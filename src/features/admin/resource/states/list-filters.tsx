/** Filters of a list of entries with states: state and assignee. In the address, as the search is. */
import { type ListAddress, Select, useUi } from '#ui'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import type { Entry } from '../resource.ts'
import { nameOf } from './state-card.tsx'
import { positionIn, sinceOf, type Stated, wordsOf } from './stated.ts'
import type { PageMachine } from './page-machine.ts'
import admin from '../../admin.module.css'

const ALL = 'all'
const UNASSIGNED = 'unassigned'

export interface StateFilter {
  /** Null: all. */
  readonly state: string | null
  readonly assignee: string | null
}

/** A list begins with the open entries. */
export function filterOf({ table }: PageMachine, list: Pick<ListAddress, 'filter'>): StateFilter {
  const requested = list.filter('state')
  const state = requested === ALL ? null : (table.states.find((one) => one === requested) ?? table.initial)
  return { state, assignee: list.filter('assignee') }
}

/** The entries of whom the filter names, in any state. */
export const ofAssignee = <Entity extends Entry>(
  machine: PageMachine,
  entities: readonly Entity[],
  { assignee }: StateFilter,
): readonly Entity[] =>
  assignee === null
    ? entities
    : entities.filter((entity) => String(positionIn(machine, entity).assignee ?? UNASSIGNED) === assignee)

/** In the order in which they are worked on: what waits, the longest first; what is done, the newest first. */
export function inState<Entity extends Entry>(
  machine: PageMachine,
  entities: readonly Entity[],
  { state }: StateFilter,
): readonly Entity[] {
  const some = state === null ? entities : entities.filter((entity) => positionIn(machine, entity).state === state)
  const turn = state === machine.table.initial ? 1 : -1
  return some.toSorted((one, other) => (sinceOf(one) - sinceOf(other)) * turn)
}

interface StateFiltersProps<Entity extends Entry> {
  resource: Stated<Entity>
  filter: StateFilter
  /** Undefined while they load: nothing is counted then. */
  entities: readonly Entity[] | undefined
  users: readonly UserAccount[] | undefined
  onChange: ListAddress['setFilters']
}

export function StateFilters<Entity extends Entry>({
  resource: { machine, words },
  filter,
  entities,
  users,
  onChange,
}: StateFiltersProps<Entity>) {
  const { t, format } = useUi()
  const { table } = machine
  const word = wordsOf(t, words)
  const counted = (label: string, state: string | null) => {
    if (entities === undefined) return label
    const some = inState(machine, ofAssignee(machine, entities, filter), { state, assignee: null })
    return `${label} (${format.exact(some.length, 'count')})`
  }
  const holders = [...new Set((entities ?? []).map((entity) => positionIn(machine, entity).assignee))]
  return (
    <>
      <div className={admin.filter}>
        <Select
          label=""
          options={[
            ...table.states.map((id) => ({ id: id as string, label: counted(word.state(id), id) })),
            { id: ALL, label: counted(t('admin:entry.anyState'), null) },
          ]}
          value={filter.state ?? ALL}
          onChange={(next) => onChange({ state: next === table.initial ? null : next })}
        />
      </div>
      {table.fields.assignee !== undefined && (
        <div className={admin.filter}>
          <Select
            label=""
            emptyLabel={`${t('admin:entry.assignee')}: ${t('admin:all')}`}
            options={[
              { id: UNASSIGNED, label: t('admin:entry.unassigned') },
              ...holders.flatMap((id) => (id === null ? [] : [{ id: String(id), label: nameOf(id, users) ?? '' }])),
            ]}
            value={filter.assignee}
            flaggedLabel={nameOf(Number(filter.assignee), users) ?? undefined}
            onChange={(next) => onChange({ assignee: next })}
          />
        </div>
      )}
    </>
  )
}
