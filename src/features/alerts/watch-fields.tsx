import { FieldRow, type FormApi, Notice, NumberField, TextField, useUi } from '#ui'
import { areLimits } from '#domain/figure-rule'
import type { FigureWatch } from '#schemas/generated/entities/figure-watch.ts'
import { NAME_LETTERS, type RuleValues } from './rule-values.ts'
import { watchText } from './rule-text.ts'

/** Name and limits of a rule about a figure; what it watches is chosen at the widget. */
export function WatchFields({ form, watch }: { form: FormApi<RuleValues>; watch: FigureWatch }) {
  const { t, locale } = useUi()
  const { name } = form.values
  const isShort = (name ?? '').trim().length < NAME_LETTERS
  const limit = (side: 'below' | 'above') => (
    <NumberField
      label={t(side === 'below' ? 'alerts:watch.lower' : 'alerts:watch.upper')}
      value={watch[side]}
      onChange={(value) => form.set('watch', { ...watch, [side]: value })}
      error={areLimits(watch) ? null : t('alerts:watch.limitRequired')}
    />
  )
  return (
    <>
      <FieldRow>
        <TextField
          label={t('alerts:watch.name')}
          isRequired
          value={name ?? ''}
          onChange={(text) => form.set('name', text)}
          error={isShort ? t('alerts:watch.required') : null}
          maxLength={120}
        />
      </FieldRow>
      <FieldRow>
        <Notice kind="info">{watchText(watch, t, locale)}</Notice>
      </FieldRow>
      {limit('below')}
      {limit('above')}
    </>
  )
}
