/** On the list of a noun: what of it is on this device only. */
import { LinkButton, Notice, useUi } from '#ui'
import { area } from '../paths.ts'
import { isNewRef } from './draft.ts'
import { useDrafts, useQueue } from './use-queue.ts'
import css from './site.module.css'

export function KeptNotice({ noun, path }: { noun: string; path: string }) {
  const { t } = useUi()
  const drafts = useDrafts(useQueue(), path)
  const refs = [...new Set(drafts.map(({ ref }) => ref))]
  if (refs.length === 0) return null
  const paths = area(noun)
  return (
    <Notice kind="warn" title={t('admin:site.keptTitle', { count: refs.length })}>
      {t('admin:site.keptText')}
      <div className={css.acts}>
        {refs.map((ref) => {
          const name = drafts.find((one) => one.ref === ref && typeof one.values.name === 'string')?.values.name
          const label =
            typeof name === 'string' && name !== '' ? name : isNewRef(ref) ? t('admin:site.newOne') : `#${ref}`
          return (
            <LinkButton key={ref} href={isNewRef(ref) ? `${paths.add}?draft=${ref.slice(1)}` : paths.edit(Number(ref))}>
              {label}
            </LinkButton>
          )
        })}
      </div>
    </Notice>
  )
}
