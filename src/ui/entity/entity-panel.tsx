/** The panel of an entity selector: chosen ones that are gone, search, types, the list. */
import { type RefObject, useMemo, useState } from 'react'
import { Dialog } from 'react-aria-components'
import { Button } from '../button.tsx'
import { FlaggedList } from '../flagged-list.tsx'
import { OpenPopover } from '../open-popover.tsx'
import type { OptionId } from '../options.ts'
import { useUi } from '../provider.tsx'
import { EntityList } from './entity-list.tsx'
import { entitySearch } from './entity-search.ts'
import type { Entity, EntityType } from './entity-selector.tsx'
import own from '../multi-select.module.css'
import list from '../list.module.css'
import overlay from '../overlay.module.css'
import css from './entity-selector.module.css'

export interface EntityPanelProps {
  id: string
  label: string
  items: readonly Entity<OptionId>[]
  types: readonly EntityType[]
  selected: ReadonlySet<OptionId>
  isMultiple: boolean
  flagged: readonly OptionId[]
  flaggedLabel: (id: OptionId) => string
  onChange: (value: OptionId[]) => void
  triggerRef: RefObject<HTMLButtonElement | null>
  onOpenChange: (isOpen: boolean) => void
}

const MAX_WITHOUT_SEARCH = 8

export function EntityPanel({
  id,
  label,
  items,
  types,
  selected,
  isMultiple,
  flagged,
  flaggedLabel,
  onChange,
  triggerRef,
  onOpenChange,
}: EntityPanelProps) {
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
    <OpenPopover
      triggerRef={triggerRef}
      onOpenChange={onOpenChange}
      trigger="DialogTrigger"
      className={`${overlay.popover} ${list.wide}`}
      offset={4}
      placement="bottom start"
    >
      <Dialog id={id} aria-label={label} className={own.dialog}>
        <FlaggedList
          items={flagged}
          labelOf={flaggedLabel}
          onRemove={(gone) => onChange([...selected].filter((one) => one !== gone))}
        />
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
            <div className={list.tools}>
              <Button kind="quiet" size="small" isDisabled={rows.length === 0} onPress={pickFound}>
                {t(search === '' && type === '' ? 'ui.select.selectAll' : 'ui.select.selectFound')}
              </Button>
              <Button kind="quiet" size="small" isIdle={count === 0} onPress={() => onChange([...flagged])}>
                {t('ui.select.selectNone')}
              </Button>
            </div>
          )}
        </EntityList>
      </Dialog>
    </OpenPopover>
  )
}
