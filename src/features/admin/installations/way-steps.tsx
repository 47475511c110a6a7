/** The steps of an installation, from its order to its first counts: how far, since when, who, and what is missing. */
import { mayBegin, type WayStep, type WayStepState } from '#domain/installation-way'
import { tableMoment } from '#domain/moment'
import type { InstallationWay } from '#schemas/generated/entities/installation-way.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { Badge, type Tone, useUi, VisuallyHidden } from '#ui'
import { CheckIcon, CloseIcon, MinusIcon } from '#ui/icons/index.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addFootscanTo } from '../place-address.ts'
import { area } from '../paths.ts'
import { newAt } from '../place-address.ts'
import { nameOf } from '../resource/states/state-card.tsx'
import css from './way.module.css'

const TONES: Readonly<Record<WayStepState['state'], Tone>> = {
  done: 'good',
  skipped: 'warn',
  failed: 'bad',
  current: 'accent',
  ahead: 'neutral',
}
const MARKS: Partial<Readonly<Record<WayStepState['state'], ReactNode>>> = {
  done: <CheckIcon size={12} />,
  skipped: <MinusIcon size={12} />,
  failed: <CloseIcon size={12} />,
}

/** Where those who prepare and verify wrote down what they did; null: that is no step of theirs, or nothing yet. */
function pageOf(step: WayStep, { entries }: InstallationWay): string | null {
  if (step !== 'presetup' && step !== 'preseal' && step !== 'seal') return null
  const id = entries[step]
  return id === null ? null : area(`${step}s`).edit(id)
}

/** Where they begin to, while it is missing; a seal is made of a pre-seal. */
function formOf(one: WayStepState, { entries, status, client, local }: InstallationWay): string | null {
  const { step } = one
  if ((step !== 'presetup' && step !== 'preseal') || entries[step] !== null) return null
  return mayBegin(one, status) ? newAt(area(`${step}s`).add, { client, local }) : null
}

/** Nothing counts there yet: where its device is entered and gets its key. */
const deviceFormOf = ({ step, state, missing }: WayStepState, { client, local }: InstallationWay): string | null =>
  step === 'firstCounts' && state === 'current' && missing.includes('countsNone')
    ? addFootscanTo({ client, local })
    : null

interface WayStepsProps {
  way: InstallationWay
  users: readonly UserAccount[] | undefined
}

export function WaySteps({ way, users }: WayStepsProps) {
  const { t } = useUi()
  return (
    <ol className={css.way} aria-label={t('noun-installations:way')}>
      {way.steps.map((step) => (
        <Step key={step.step} way={way} step={step} users={users} />
      ))}
    </ol>
  )
}

function Step({ way, step, users }: WayStepsProps & { step: InstallationWay['steps'][number] }) {
  const { t } = useUi()
  const { order, oldId } = way
  const [page, form, deviceForm] = [pageOf(step.step, way), formOf(step, way), deviceFormOf(step, way)]
  const name = t(`noun-installations:stage.${step.step}`)
  const isNow = step.state === 'current' || step.state === 'failed'
  const holder = nameOf(step.holder, users)
  const isUnneeded = step.state === 'skipped' && step.missing.length === 0
  const word = t(`noun-installations:step.${isUnneeded ? 'none' : step.state}`)
  return (
    <li className={css.step} data-state={step.state} aria-current={isNow ? 'step' : undefined}>
      <span className={css.mark} aria-hidden="true">
        {MARKS[step.state]}
      </span>
      <div className={css.body}>
        <p className={css.head}>
          <strong>{name}</strong>
          {step.state === 'ahead' ? (
            <VisuallyHidden>{word}</VisuallyHidden>
          ) : (
            <Badge tone={isUnneeded ? 'neutral' : TONES[step.state]}>{word}</Badge>
          )}
        </p>
        {step.step === 'order' && order !== null && (
          <p>
            <Link to={area('orders').edit(order.id)}>{order.name}</Link>
          </p>
        )}
        {page !== null && (
          <p>
            <Link to={page}>{t('noun-installations:entry', { name })}</Link>
          </p>
        )}
        {form !== null && (
          <p>
            <Link to={form}>{t('noun-installations:newEntry', { name })}</Link>
          </p>
        )}
        {deviceForm !== null && (
          <p>
            <Link to={deviceForm}>{t('noun-installations:addFootscan')}</Link>
          </p>
        )}
        {step.step === 'localOrder' && oldId !== null && (
          <p className={css.quiet}>{t('noun-installations:oldId', { id: oldId })}</p>
        )}
        {(step.since !== null || holder !== null) && (
          <p className={css.quiet}>
            {[step.since === null ? null : t('noun-installations:sinceWhen', { at: tableMoment(step.since) }), holder]
              .filter((one) => one !== null)
              .join(' · ')}
          </p>
        )}
        {step.state !== 'ahead' && step.missing.length > 0 && (
          <ul className={css.missing}>
            {step.missing.map((one) => (
              <li key={one}>{t(`noun-installations:missing.${one}`)}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
