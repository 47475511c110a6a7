/** The panel of an entity selector: chosen ones that are gone, search, types, the list. */
import { useMemo, useState } from 'react'
import { type ChoicePanelProps, ChoicePopover, ChoiceTools } from '../choice-popover.tsx'
import type { OptionId } from '../options.ts'
import { useUi } from '../provider.tsx'
import { EntityList } from './entity-list.tsx'
import { entitySearch } from './entity-search.ts'
import type { Entity, EntityType } from './entity-selector.tsx'
import css from './entity-selector.module.css'

export interface EntityPanelProps extends ChoicePanelProps {
  items: readonly Entity<OptionId>[]
  types: readonly EntityType[]
  selected: ReadonlySet<OptionId>
  isMultiple: boolean
  onChange: (value: OptionId[]) => void
}

const MAX_WITHOUT_SEARCH = 8

export function EntityPanel({ items, types, selected, isMultiple, onChange, ...popover }: EntityPanelProps) {
  const { id, label, flagged, onOpenChange } = popover
  const { t } = useUi()
  const [type, setType] = useState('')
  const [search, setSearch] = useState('')
  const offered = useMemo(() => types.filter((one) => items.some((item) => item.type === one.id)), [types, items])
  const find = useMemo(() => entitySearch(items), [items])
  const rows = useMemo(() => find(search, type), [find, search, type])
  const count = selected.size - flagged.length

  const inOrder = (next: ReadonlySet<OptionId>) =>
    onChange([
      ...items.filter((item) => next.has(item.id)).map((item) => item.id),
      ...flagged.filter((one) => next.has(one)),
    ])
  const pick = (key: OptionId) => {
    if (!isMultiple) {
      onChange([key])
      return onOpenChange(false)
    }
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    inOrder(next)
  }
  const pickFound = () =>
    inOrder(new Set([...selected, ...rows.filter((row) => row.isDisabled !== true).map((row) => row.id)]))

  return (
    <ChoicePopover {...popover} onRemove={(gone) => onChange([...selected].filter((one) => one !== gone))}>
      <EntityList
        id={id}
        label={label}
        rows={rows}
        listKey={`${type} ${search}`}
        selected={selected}
        isMultiple={isMultiple}
        isSearchable={items.length > MAX_WITHOUT_SEARCH}
        search={search}
        onSearch={setSearch}
        onPick={pick}
      >
        {offered.length > 1 && (
          <label className={css.types}>
            <span>{t('ui.select.type')}</span>
            <select value={type} onChange={({ target }) => setType(target.value)}>
              <option value="">{t('ui.select.allTypes')}</option>
              {offered.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.label}
                </option>
              ))}
            </select>
          </label>
        )}
        {isMultiple && (
          <ChoiceTools
            isFiltered={search !== '' || type !== ''}
            isEmpty={rows.length === 0}
            chosen={count}
            onAll={pickFound}
            onNone={() => onChange([...flagged])}
          />
        )}
      </EntityList>
    </ChoicePopover>
  )
}
