/** A popover for as long as it is drawn, in the reader's language: what a button of `useTrigger` opens. */
import { Popover, type PopoverProps } from 'react-aria-components'
import { InLanguage } from './in-language.tsx'

export function OpenPopover(props: Omit<PopoverProps, 'isOpen'>) {
  return (
    <InLanguage>
      <Popover isOpen {...props} />
    </InLanguage>
  )
}
