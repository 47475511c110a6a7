/** The panel of a MultiSelect: the search, all and none, and the list. */
import { type ChoicePanelProps, ChoicePopover, ChoiceTools } from './choice-popover.tsx'
import { OptionList, type OptionListProps } from './option-list.tsx'
import type { OptionId } from './options.ts'

export interface MultiSelectPanelProps
  extends ChoicePanelProps, Pick<OptionListProps<OptionId>, 'options' | 'isSearchable' | 'Virtual'> {
  value: readonly OptionId[]
  selected: ReadonlySet<OptionId>
  /** How many of the options are chosen. */
  chosen: number
  onChange: (value: OptionId[]) => void
}

export function MultiSelectPanel({
  options,
  isSearchable,
  Virtual,
  value,
  selected,
  chosen,
  onChange,
  ...popover
}: MultiSelectPanelProps) {
  const { label, flagged } = popover
  const choose = (next: ReadonlySet<OptionId>) =>
    onChange([
      ...options.filter((option) => next.has(option.id)).map((option) => option.id),
      ...flagged.filter((one) => next.has(one)),
    ])
  return (
    <ChoicePopover {...popover} onRemove={(gone) => onChange(value.filter((one) => one !== gone))}>
      <OptionList
        Virtual={Virtual}
        label={label}
        options={options}
        isMultiple
        isSearchable={isSearchable}
        selected={selected}
        onSelect={choose}
        renderTools={(visible, search) => (
          <ChoiceTools
            isFiltered={search !== ''}
            isEmpty={visible.length === 0}
            chosen={chosen}
            total={options.length}
            onAll={() =>
              choose(
                new Set([...value, ...visible.filter(({ isDisabled }) => isDisabled !== true).map(({ id }) => id)]),
              )
            }
            onNone={() => onChange([...flagged])}
          />
        )}
      />
    </ChoicePopover>
  )
}
