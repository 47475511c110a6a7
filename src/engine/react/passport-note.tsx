/** The state of a widget's figures in a word, and their passport behind it (coverage, definitions, as of). */
import { Badge, Button, Popover, useUi } from '#ui'
import type { Passport } from '../types.ts'
import css from './passport-note.module.css'

const TONES = { final: 'good', partial: 'info', settling: 'info', estimated: 'warn', missing: 'warn', closed: 'neutral' } as const

export function PassportNote({ passport }: { passport: Passport }) {
  const { t, format } = useUi()
  const word = t(`ui:ui.state.${passport.state}`)
  return (
    <Popover
      label={t('ui:ui.passport.title')} placement="bottom start"
      trigger={<Button kind="quiet" size="small"><Badge tone={TONES[passport.state]}>{word}</Badge></Button>}
    >
      <dl className={css.facts}>
        <dt>{t('ui:ui.passport.state')}</dt><dd>{word}</dd>
        <dt>{t('ui:ui.passport.coverage')}</dt><dd>{passport.coverage === null ? '–' : format.value(passport.coverage * 100, 'percent')}</dd>
        <dt>{t('ui:ui.passport.estimated')}</dt><dd>{format.value(passport.estimatedShare * 100, 'percent')}</dd>
        <dt>{t('ui:ui.passport.asOf')}</dt><dd>{passport.asOf === null ? '–' : format.moment(passport.asOf)}</dd>
        <dt>{t('ui:ui.passport.definitions')}</dt><dd className={css.definitions}>{passport.definitions.join(', ')}</dd>
      </dl>
    </Popover>
  )
}
