/**
 * Every widget in every state of the engine, in other sizes, with long names and as a table, made of its declaration
 * and its example: a new folder is in here without an edit. What a widget has of its own is in its own stories.
 */
import { onPaper, touched } from './test-support/emulated.ts'
import { CHOICES, EVERY, ofEvery } from './test-support/every-widget.tsx'

export default {
  title: 'Widgets/States',
  args: { widget: EVERY },
  argTypes: { widget: { control: 'select', options: CHOICES } },
}

export const Queued = ofEvery('Queued')
export const Loading = ofEvery('Loading')
export const Blocked = ofEvery('Blocked')
export const Empty = ofEvery('Empty')
export const Error = ofEvery('Error')
export const Quarantined = ofEvery('Quarantined')
export const Stale = ofEvery('Stale')
export const Partial = ofEvery('Partial')
export const Large = ofEvery('Large')
export const MinSize = ofEvery('MinSize')
export const Phone = touched(ofEvery('Phone'))
export const LongText = ofEvery('LongText')
export const Printed = onPaper(ofEvery('Printed'))
export const Reported = onPaper(ofEvery('Reported'))
export const AsTable = ofEvery('AsTable')
