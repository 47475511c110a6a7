/** Staff of the local: their devices are not counted. */
import { strictMac } from '#domain/mac'
import { problemOfPart } from '#domain/presetup'
import { Button, EmptyState, IconButton, Select, useUi } from '#ui'
import { PlusIcon, TrashIcon, UserIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useLeaving } from '../leaving.tsx'
import { MacEntry } from '../site/mac-entry.tsx'
import { useAll } from '../use-admin-data.ts'
import { setupProblemText, type StepProps } from './step.ts'
import css from '../site/site.module.css'

export function PeopleStep({ setup, change }: StepProps) {
  const { t, locale } = useUi()
  const users = useAll('users').data ?? []
  const [mac, setMac] = useState('')
  const [isTried, setTried] = useState(false)
  const strict = strictMac(mac)
  const phoneMacs = [...setup.phoneMacs, strict ?? '']
  const problem = strict === null ? null : problemOfPart({ ...setup, phoneMacs }, 'people')
  const error =
    strict === null
      ? mac.trim() === ''
        ? t('ui.field.mandatory')
        : t('errors:MAC_INVALID', { mac: mac.trim() })
      : setup.phoneMacs.includes(strict)
        ? t('errors:SETUP_MAC_TAKEN', { mac: strict, where: t('noun-presetups:phones') })
        : problem === null
          ? null
          : setupProblemText(t, locale, problem)
  const add = () => {
    setTried(error !== null)
    if (error !== null) return false
    change({ phoneMacs })
    setMac('')
    return true
  }
  useLeaving(mac.trim() === '', add)
  return (
    <>
      <Select
        label={t('noun-presetups:user')}
        help={t('noun-presetups:userHelp')}
        emptyLabel={t('noun-presetups:noUser')}
        isSearchable
        options={users.map(({ id, username }) => ({ id: String(id), label: username }))}
        value={setup.user === null ? null : String(setup.user)}
        flaggedLabel={`#${setup.user}`}
        onChange={(id) => change({ user: id === null ? null : Number(id) })}
      />
      <form
        className={css.add}
        aria-label={t('noun-presetups:addPhone')}
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <MacEntry label={t('noun-presetups:phone')} value={mac} error={isTried ? error : null} onChange={setMac} />
        <div className={css.big} data-wide>
          <Button type="submit" icon={<PlusIcon />}>
            {t('noun-presetups:addPhone')}
          </Button>
        </div>
      </form>
      {setup.phoneMacs.length === 0 ? (
        <EmptyState compact icon={<UserIcon size={20} />} title={t('noun-presetups:noPhones')} />
      ) : (
        <ul className={css.rows}>
          {setup.phoneMacs.map((id) => (
            <li key={id} className={css.row}>
              <span className={css.mono}>{id}</span>
              <IconButton
                label={t('admin:removeName', { name: id })}
                icon={<TrashIcon />}
                onPress={() => change({ phoneMacs: setup.phoneMacs.filter((one) => one !== id) })}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
