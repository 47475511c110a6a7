/** The panel of a MultiSelect: what is chosen and gone, the search, all and none, and the list. */
import type { RefObject } from 'react'
import { Dialog } from 'react-aria-components'
import { Button } from './button.tsx'
import { FlaggedList } from './flagged-list.tsx'
import { OpenPopover } from './open-popover.tsx'
import { OptionList, type OptionListProps } from './option-list.tsx'
import type { OptionId } from './options.ts'
import { useUi } from './provider.tsx'
import own from './multi-select.module.css'
import list from './list.module.css'
import overlay from './overlay.module.css'

export interface MultiSelectPanelProps extends Pick<
  OptionListProps<OptionId>,
  'label' | 'options' | 'isSearchable' | 'Virtual'
> {
  id: string
  value: readonly OptionId[]
  selected: ReadonlySet<OptionId>
  /** Chosen and no longer offered. */
  flagged: readonly OptionId[]
  /** How many of the options are chosen. */
  chosen: number
  flaggedLabel: (id: OptionId) => string
  onChange: (value: OptionId[]) => void
  triggerRef: RefObject<HTMLButtonElement | null>
  onOpenChange: (isOpen: boolean) => void
}

/** Open for as long as it is drawn. */
export function MultiSelectPanel({
  id,
  label,
  options,
  isSearchable,
  Virtual,
  value,
  selected,
  flagged,
  chosen,
  flaggedLabel,
  onChange,
  triggerRef,
  onOpenChange,
}: MultiSelectPanelProps) {
  const { t } = useUi()
  const choose = (next: ReadonlySet<OptionId>) =>
    onChange([
      ...options.filter((option) => next.has(option.id)).map((option) => option.id),
      ...flagged.filter((one) => next.has(one)),
    ])
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
          onRemove={(gone) => onChange(value.filter((one) => one !== gone))}
        />
        <OptionList
          Virtual={Virtual}
          label={label}
          options={options}
          isMultiple
          isSearchable={isSearchable}
          selected={selected}
          onSelect={choose}
          renderTools={(visible, search) => (
            <div className={list.tools}>
              <Button
                kind="quiet"
                size="small"
                isDisabled={visible.length === 0}
                onPress={() =>
                  choose(
                    new Set([
                      ...value,
                      ...visible.filter((option) => option.isDisabled !== true).map((option) => option.id),
                    ]),
                  )
                }
              >
                {t(search === '' ? 'ui.select.selectAll' : 'ui.select.selectFound')}
              </Button>
              <Button kind="quiet" size="small" isIdle={chosen === 0} onPress={() => onChange([...flagged])}>
                {t('ui.select.selectNone')}
              </Button>
              <span className={list.count}>{t('ui.select.count', { count: chosen, total: options.length })}</span>
            </div>
          )}
        />
      </Dialog>
    </OpenPopover>
  )
}
