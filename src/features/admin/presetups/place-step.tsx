/** The name of the pre-setup, and the days of its steps. */
import { Checkbox, DateField, TextField, useUi } from '#ui'
import { setupProblemText, type StepProps } from './step.ts'
import css from '../site/site.module.css'

export function PlaceStep({ setup, problem, change, place }: StepProps & { place: string }) {
  const { t, locale } = useUi()
  return (
    <>
      <div className={css.row}>
        <span className={css.what}>{place}</span>
      </div>
      <TextField
        label={t('admin:name')}
        help={t('admin:site.nameHelp')}
        maxLength={120}
        value={setup.name}
        error={problem === null ? null : setupProblemText(t, locale, problem)}
        onChange={(name) => change({ name })}
      />
      <DateField
        label={t('noun-presetups:installDate')}
        value={setup.installDate}
        onChange={(installDate) => change({ installDate })}
      />
      <DateField
        label={t('noun-presetups:sealDate')}
        value={setup.sealDate}
        onChange={(sealDate) => change({ sealDate })}
      />
      <div className={css.big}>
        <Checkbox isSelected={setup.smartInstall} onChange={(smartInstall) => change({ smartInstall })}>
          {t('noun-presetups:smartInstall')}
        </Checkbox>
      </div>
    </>
  )
}
