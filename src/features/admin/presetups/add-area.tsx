import { problemOfPart } from '#domain/presetup'
import { Button, TextField, useUi } from '#ui'
import { PlusIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useLeaving } from '../leaving.tsx'
import { setupProblemText, type StepProps } from './step.ts'
import css from '../site/site.module.css'

export function AddArea({ setup, change }: Pick<StepProps, 'setup' | 'change'>) {
  const { t, locale } = useUi()
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const area = name.trim()
  const areas = [...setup.areas, area]
  const problem = problemOfPart({ ...setup, areas }, 'schedule')
  const error =
    area === ''
      ? t('ui.field.mandatory')
      : area.startsWith('_')
        ? t('admin:site.nameStart')
        : problem?.reason === 'areaTwice'
          ? setupProblemText(t, locale, problem)
          : null
  const add = () => {
    setTried(error !== null)
    if (error !== null) return false
    change({ areas })
    setName('')
    return true
  }
  useLeaving(area === '', add)
  return (
    <form
      className={css.add}
      aria-label={t('noun-presetups:addArea')}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <div data-wide>
        <TextField
          label={t('admin:site.area')}
          help={t('noun-presetups:areaHelp')}
          isRequired
          maxLength={60}
          value={name}
          error={isTried ? error : null}
          onChange={setName}
        />
      </div>
      <div className={css.big} data-wide>
        <Button type="submit" icon={<PlusIcon />}>
          {t('noun-presetups:addArea')}
        </Button>
      </div>
    </form>
  )
}
