/**
 * The table of a list: search, sort, pages, selection, add, and a link to each row. What it shows is in the
 * address.
 */
import { memo, useCallback, useDeferredValue, useRef } from 'react'
import { Button, IconButton, LinkButton } from '../button.tsx'
import { useKeptFocus } from '../focus.ts'
import { CloseIcon, PlusIcon } from '../icons/index.tsx'
import { QueryState, type QueryLike } from '../page/query-state.tsx'
import { useUi } from '../provider.tsx'
import { Skeleton } from '../skeleton.tsx'
import { SearchBox } from './search-box.tsx'
import type { ResourceTableProps } from './types.ts'
import { useTyped } from './use-typed.ts'
import css from './resource-table.module.css'
import { Rows } from './resource-rows.tsx'

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

const FoundRows = memo(Rows) as typeof Rows
