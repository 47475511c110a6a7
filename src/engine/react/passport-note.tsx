/** The state of a widget's figures in a word, and their passport behind it (coverage, definitions, as of). */
import { PassportPanel, Popover, StateMark, useUi } from '#ui'
import { CheckIcon } from '#ui/icons/index.tsx'
import { Button } from 'react-aria-components'
import type { Passport } from '../types.ts'
import css from './passport-note.module.css'

export function PassportNote({ passport }: { passport: Passport }) {
  const { t } = useUi()
  return (
    <Popover
      label={t('app:frame.passport')} placement="bottom start"
      trigger={passport.state === 'final'
        // Nothing is worth a word when all is there; the passport can be asked for all the same.
        ? <Button className={css.trigger} aria-label={t('ui.state.final')}><span className={css.final}><CheckIcon /></span></Button>
        : <Button className={css.trigger}><StateMark state={passport.state} /></Button>}
    >
      <PassportPanel passport={passport} />
    </Popover>
  )
}
