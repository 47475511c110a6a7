import { useState } from 'react'
import type { ButtonProps } from 'react-aria-components'
import type { Option, OptionId } from './options.ts'
import { typeAhead } from './type-ahead.ts'

/** Keys while the list is closed: left and right choose the neighbours, letters an option that begins with them. */
export function useKeys<K extends OptionId>(
  offered: readonly Option<K>[],
  value: K | null,
  choose: (id: K) => void,
): NonNullable<ButtonProps['onKeyDown']> {
  const [ahead] = useState(typeAhead)
  const step = (by: number) => {
    const open = offered.filter(({ isDisabled }) => isDisabled !== true)
    const at = open.findIndex(({ id }) => id === value)
    return at === -1 ? open[0] : open[at + by]
  }
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return event.continuePropagation()
    const next =
      event.key === 'ArrowLeft'
        ? step(-1)
        : event.key === 'ArrowRight'
          ? step(1)
          : ahead.next(event.key, event.timeStamp, offered)
    if (next === undefined || next === null) return event.continuePropagation()
    event.preventDefault()
    choose(next.id)
  }
}
