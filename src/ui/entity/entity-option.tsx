/** A row in the list of an entity selector. */
import { CheckIcon } from '../icons/index.tsx'
import type { OptionId } from '../options.ts'
import { useUi } from '../provider.tsx'
import type { Entity } from './entity-selector.tsx'
import list from '../list.module.css'
import css from './entity-selector.module.css'

interface EntityOptionProps {
  id: string
  row: Entity<OptionId>
  /** Among so many. */
  place: number
  count: number
  isSelected: boolean
  isActive: boolean
  isMultiple: boolean
  top: number
  height: number
  onPress: () => void
}

export function EntityOption({
  id,
  row,
  place,
  count,
  isSelected,
  isActive,
  isMultiple,
  top,
  height,
  onPress,
}: EntityOptionProps) {
  const { t } = useUi()
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are on the search, or on the list
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-disabled={row.isDisabled || undefined}
      aria-setsize={count}
      aria-posinset={place + 1}
      className={`${list.item} ${css.option}`}
      data-focused={isActive || undefined}
      data-selected={isSelected || undefined}
      data-disabled={row.isDisabled || undefined}
      style={{ top, height }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {isMultiple && <span className={list.box}>{isSelected && <CheckIcon size={12} strokeWidth={2.2} />}</span>}
      <span className={css.words}>
        <span>{row.name}</span>
        {row.hint !== undefined && <span className={list.hint}>{row.hint}</span>}
      </span>
      {row.hasNoData === true && <span className={css.mark}>{t('ui.select.noData')}</span>}
      {!isMultiple && isSelected && <CheckIcon className={list.tick} />}
    </div>
  )
}
