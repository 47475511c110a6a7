/** The state of a widget's figures in a word, and their passport behind it (coverage, definitions, as of). */
import { PassportPanel, Popover, StateMark, useUi } from '#ui'
import { Button } from 'react-aria-components'
import type { Passport } from '../types.ts'
import css from './passport-note.module.css'

export function PassportNote({ passport }: { passport: Passport }) {
  const { t } = useUi()
  return (
    <Popover
      label={t('app:frame.passport')} placement="bottom start"
      trigger={<Button className={css.trigger}><StateMark state={passport.state} /></Button>}
    >
      <PassportPanel passport={passport} />
    </Popover>
  )
}
