/** Starting points of a new dashboard: an empty page, one of the boards to start from, or a copy of another one. */
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { Select, useUi } from '#ui'
import { Miniature } from '#ui/miniature.tsx'
import { type ReactNode, useId } from 'react'
import { useDashboards } from './frame.tsx'
import css from './starting-points.module.css'

interface StartingPointsProps {
  list: readonly Dashboard[]
  /** Id of what is copied; null = an empty page. */
  value: string | null
  onChange: (from: string | null) => void
}

export function StartingPoints({ list, value, onChange }: StartingPointsProps) {
  const { t } = useUi()
  const { templates } = useDashboards()
  const group = useId()
  const offered = templates.flatMap((id) => list.find((one) => one.id === id) ?? [])
  const others = list.filter(({ id }) => !templates.includes(id))
  const point = (id: string | null, name: string, about: string, picture: ReactNode) => (
    <label key={id ?? ''} className={css.point}>
      <input type="radio" name={group} checked={value === id} onChange={() => onChange(id)} />
      <span className={css.picture} aria-hidden="true">
        {picture}
      </span>
      <span className={css.name}>{name}</span>
      <span className={css.about}>{about}</span>
    </label>
  )
  return (
    <div className={css.points}>
      <fieldset className={css.group}>
        <legend>{t('dashboard:new.from')}</legend>
        {point(null, t('dashboard:new.empty'), t('dashboard:new.emptyText'), null)}
        {offered.map(({ id, name, description, preview }) =>
          point(id, name, description, <Miniature tiles={preview} />),
        )}
      </fieldset>
      <div className={css.other}>
        <Select
          label={t('dashboard:new.copy')}
          emptyLabel={t('dashboard:new.noCopy')}
          options={others.map(({ id, name }) => ({ id, label: name }))}
          value={others.some(({ id }) => id === value) ? value : null}
          onChange={onChange}
        />
      </div>
    </div>
  )
}
