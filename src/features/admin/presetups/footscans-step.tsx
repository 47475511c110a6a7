/** The devices: by their MAC, and where in the local each is. */
import { EmptyState, IconButton, useUi } from '#ui'
import { StatusIcon, TrashIcon } from '#ui/icons/index.tsx'
import type { StepProps } from './step.ts'
import css from '../site/site.module.css'
import { AddFootscan } from './add-footscan.tsx'

export function FootscansStep({ setup, change }: StepProps) {
  const { t } = useUi()
  const { footscans } = setup
  return (
    <>
      <AddFootscan setup={setup} change={change} />
      {footscans.length === 0 ? (
        <EmptyState compact icon={<StatusIcon size={20} />} title={t('noun-presetups:noFootscans')} />
      ) : (
        <ul className={css.rows}>
          {footscans.map(({ id, position }) => (
            <li key={id} className={css.row}>
              <span className={css.what}>
                <span className={css.mono}>{id}</span>
                <small>{position}</small>
              </span>
              <IconButton
                label={t('admin:removeName', { name: id })}
                icon={<TrashIcon />}
                onPress={() => change({ footscans: footscans.filter((one) => one.id !== id) })}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
