import { strictMac } from '#domain/mac'
import { positionsOf, problemOfPart } from '#domain/presetup'
import { Button, TextField, useUi } from '#ui'
import { PlusIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useLeaving } from '../leaving.tsx'
import { MacEntry } from '../site/mac-entry.tsx'
import { setupProblemText, type StepProps } from './step.ts'
import css from '../site/site.module.css'

export function AddFootscan({ setup, change }: Pick<StepProps, 'setup' | 'change'>) {
  const { t, locale } = useUi()
  const [mac, setMac] = useState('')
  const [position, setPosition] = useState('')
  const [isTried, setTried] = useState(false)
  const strict = strictMac(mac)
  const place = position.trim()
  const footscans = [...setup.footscans, { id: strict ?? '', position: place }]
  const problem = strict === null ? null : problemOfPart({ ...setup, footscans }, 'footscans')
  const macError =
    mac.trim() === ''
      ? t('ui.field.mandatory')
      : strict === null
        ? t('errors:MAC_INVALID', { mac: mac.trim() })
        : problem === null
          ? null
          : setupProblemText(t, locale, problem)
  const positionError =
    place === '' ? t('ui.field.mandatory') : place.startsWith('_') ? t('admin:site.nameStart') : null
  const add = () => {
    const isRight = macError === null && positionError === null
    setTried(!isRight)
    if (!isRight) return false
    change({ footscans })
    setMac('')
    return true
  }
  // The position of before stays for the next device.
  useLeaving(mac.trim() === '' && (place === '' || positionsOf(setup.footscans).includes(place)), add)
  return (
    <form
      className={css.add}
      aria-label={t('noun-presetups:addFootscan')}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <MacEntry label={t('admin:site.mac')} value={mac} error={isTried ? macError : null} onChange={setMac} />
      <div data-wide className={css.field}>
        <TextField
          label={t('noun-presetups:position')}
          help={t('noun-presetups:positionHelp')}
          isRequired
          maxLength={60}
          value={position}
          error={isTried ? positionError : null}
          onChange={setPosition}
        />
        <div className={css.shifts}>
          {positionsOf(setup.footscans)
            .filter((one) => one !== place)
            .map((one) => (
              <button key={one} type="button" className={css.chip} onClick={() => setPosition(one)}>
                {one}
              </button>
            ))}
        </div>
      </div>
      <div className={css.big} data-wide>
        <Button type="submit" icon={<PlusIcon />}>
          {t('noun-presetups:addFootscan')}
        </Button>
      </div>
    </form>
  )
}
