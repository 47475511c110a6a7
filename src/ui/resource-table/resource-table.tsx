/**
 * The table of a list: search, sort, pages, selection, add, and a link to each row. What it shows stands in the
 * address.
 */
import { memo, useCallback, useDeferredValue, useMemo, useRef } from 'react'
import { Button, IconButton, LinkButton } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { useKeptFocus } from '../focus.ts'
import { CloseIcon, PlusIcon, SearchIcon } from '../icons/index.tsx'
import { QueryState, type QueryLike } from '../page/query-state.tsx'
import { useUi } from '../provider.tsx'
import { Skeleton } from '../skeleton.tsx'
import { DataTable } from '../table/data-table.tsx'
import type { TableColumn } from '../table/types.ts'
import { ResourceCell } from './cell.tsx'
import { SearchBox } from './search-box.tsx'
import type { ResourceTableProps } from './types.ts'
import { useTyped } from './use-typed.ts'
import { useListIndex } from './use-list-index.ts'
import { isUntold, textOf } from './values.ts'
import css from './resource-table.module.css'

const isList = <R,>(rows: readonly R[] | QueryLike<readonly R[]>): rows is readonly R[] => Array.isArray(rows)

export function ResourceTable<R extends WeakKey>(props: ResourceTableProps<R>) {
  const {
    rows,
    state,
    onStateChange,
    filters,
    tools,
    addTo,
    onAdd,
    addLabel,
    searchLabel,
    selected,
    onSelectedChange,
    bulkActions,
    empty,
    errorText,
  } = props
  const { t } = useUi()
  const [text, setText] = useTyped(state.text, (next) => onStateChange({ ...state, text: next, page: 0 }))
  const clear = useCallback(() => setText(''), [setText])
  // A key is drawn in the box first, alone: the rows are drawn once, when they are found.
  const search = useDeferredValue(text)
  const body = useRef<HTMLDivElement>(null)
  useKeptFocus(body, 'tbody tr')
  const chosen = selected?.size ?? 0
  const add = addLabel ?? t('ui.table.add')
  return (
    <div className={css.resource}>
      <div className={css.tools} data-print="hide">
        {chosen > 0 && onSelectedChange !== undefined ? (
          <div className={css.bulk} role="status">
            <IconButton
              plain
              size="small"
              label={t('ui.table.clearSelection')}
              icon={<CloseIcon size={14} />}
              onPress={() => onSelectedChange(new Set())}
            />
            <span className={css.chosen}>{t('ui.table.chosen', { count: chosen })}</span>
            {bulkActions}
          </div>
        ) : (
          <>
            <SearchBox label={searchLabel ?? t('ui.table.search')} value={text} onChange={setText} />
            {filters}
          </>
        )}
        <div className={css.end}>
          {tools}
          {addTo !== undefined && (
            <LinkButton kind="primary" icon={<PlusIcon />} href={addTo}>
              {add}
            </LinkButton>
          )}
          {addTo === undefined && onAdd !== undefined && (
            <Button kind="primary" icon={<PlusIcon />} onPress={onAdd}>
              {add}
            </Button>
          )}
        </div>
      </div>
      <div ref={body} className={css.body}>
        {isList(rows) ? (
          <FoundRows {...props} rows={rows} search={search} onClear={clear} />
        ) : (
          <QueryState of={rows} waiting={<Waiting />} isEmpty={() => false} errorText={errorText}>
            {(list) => <FoundRows {...props} rows={list} search={search} onClear={clear} empty={empty} />}
          </QueryState>
        )}
      </div>
    </div>
  )
}

/** As high as the rows that are coming, so that nothing jumps when they are here. */
function Waiting() {
  return (
    <div className={css.waiting}>
      <Skeleton shape="table" count={8} />
    </div>
  )
}

interface RowsProps<R> extends ResourceTableProps<R> {
  rows: readonly R[]
  search: string
  onClear: () => void
}

const FoundRows = memo(Rows) as typeof Rows

function Rows<R extends WeakKey>({
  label,
  columns,
  rows,
  rowKey,
  state,
  onStateChange,
  linkTo,
  rowActions,
  totals,
  totalsLabel,
  selected,
  onSelectedChange,
  empty,
  reusesRows,
  maxHeight,
  search,
  onClear,
}: RowsProps<R>) {
  const { t, format } = useUi()
  const index = useListIndex(rows, columns)
  const found = useMemo(() => index.search(rows, search), [rows, search, index])
  const [header] = columns
  const laid = useMemo(
    () =>
      columns.map((column): TableColumn<R> => ({
        id: column.attr,
        label: column.label,
        title: column.title,
        width: column.width,
        isLong: column.isLong,
        isLeftOutOfCards: true,
        isNothing: (row) => !column.toggle && isUntold(row, column, { t, format }),
        isSortable: column.isSortable,
        align: column.type === 'Number' ? 'end' : 'start',
        format: column.type === 'Number' ? (column.options?.format ?? 'count') : 'text',
        value: (row) => index.order(rows, row, column),
        name: (row) => textOf(row, column, { t, format }),
        render: (row) => (
          <ResourceCell
            row={row}
            column={column}
            rowName={header === undefined ? '' : textOf(row, header, { t, format })}
          />
        ),
      })),
    [columns, header, t, format, index, rows],
  )

  if (rows.length === 0) return <div className={css.nothing}>{empty ?? <EmptyState title={t('ui.query.empty')} />}</div>
  return (
    <DataTable
      label={label}
      columns={laid}
      rows={found}
      rowKey={rowKey}
      linkTo={linkTo}
      rowActions={rowActions}
      totals={totals}
      totalsLabel={totalsLabel}
      phone="cards"
      reusesRows={reusesRows}
      selected={selected}
      onSelectedChange={onSelectedChange}
      maxHeight={maxHeight ?? 'max(18rem, calc(100dvh - 14rem))'}
      sort={state.sort}
      onSortChange={(sort) => onStateChange({ ...state, sort, page: 0 })}
      page={search === state.text ? state.page : 0}
      onPageChange={(page) => onStateChange({ ...state, page })}
      pageSize={state.size}
      onPageSizeChange={(size) => onStateChange({ ...state, size, page: 0 })}
      empty={
        <EmptyState
          icon={<SearchIcon size={20} />}
          title={t('ui.table.noneFound', { text: search })}
          action={
            <Button size="small" onPress={onClear}>
              {t('ui.table.clearSearch')}
            </Button>
          }
        />
      }
    />
  )
}
