/** Points by area: one more, and those that there are. */
import {
  nextPoint,
  needsRelation,
  type PointProblem,
  type PointsByArea,
  type PointType,
  POINT_TYPE_NAMES,
  POINT_TYPES,
  pointTypeOf,
  pointsWithArea,
  refusalOfPoint,
  withoutPoint,
  withPoint,
} from '#domain/points'
import { Button, EmptyState, IconButton, MultiSelect, Select, type Translate, useUi } from '#ui'
import { PlusIcon, StatusIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { useLeaving } from '../leaving.tsx'
import css from './site.module.css'

/** `AD1 · Sales door`. */
export function pointLabel(t: Translate, point: string): string {
  const type = pointTypeOf(point)
  return type === null ? point : `${point} · ${t(`admin:site.point.${type}`)}`
}
const zonesLabel = (t: Translate, type: PointType) =>
  POINT_TYPES[type].map((zone) => t(`admin:site.zone.${zone}`)).join(', ')

/** The sentence of why a point cannot be added. */
export function pointProblemText(t: Translate, problem: PointProblem): string {
  switch (problem.reason) {
    case 'areaMissing':
      return t('admin:site.areaNeeded')
    case 'pointMissing':
      return t('admin:site.pointNeeded')
    case 'areaUnknown':
      return t('errors:SETUP_AREA_NOT_FOUND', { area: problem.area })
    case 'taken':
      return t('errors:POINT_TAKEN', { point: problem.point, area: problem.area })
    case 'unrelated':
      return t('errors:POINT_RELATION_REQUIRED', { point: problem.point })
    case 'relationUnknown':
      return t('errors:POINT_NOT_FOUND', { point: problem.point, related: problem.related })
  }
}

interface PointsEditorProps {
  points: PointsByArea
  areas: readonly string[]
  /** Where areas come from, for the time when there is none. */
  noAreas: string
  onChange: (points: PointsByArea) => void
}

export function PointsEditor({ points, areas, noAreas, onChange }: PointsEditorProps) {
  const { t } = useUi()
  const all = pointsWithArea(points)
  const remove = (point: string) => onChange(withoutPoint(points, point))
  return (
    <>
      {areas.length === 0 ? (
        <EmptyState compact title={noAreas} />
      ) : (
        <AddPoint points={points} areas={areas} onChange={onChange} />
      )}
      {all.length === 0 ? (
        <EmptyState compact icon={<StatusIcon size={20} />} title={t('admin:site.noPoints')} />
      ) : (
        Object.entries(points).map(([area, own]) => (
          <section key={area} className={css.area} aria-label={area}>
            <div className={css.areaHead}>
              <h3>{area}</h3>
            </div>
            <ul className={css.rows}>
              {own.map(({ point, related }) => (
                <li key={point} className={css.row}>
                  <span className={css.what}>
                    {pointLabel(t, point)}
                    {related.length > 0 && <small>{t('admin:site.relatedTo', { points: related.join(', ') })}</small>}
                    {needsRelation(point) && related.length === 0 && (
                      <small className={css.error}>{t('errors:POINT_RELATION_REQUIRED', { point })}</small>
                    )}
                  </span>
                  <IconButton
                    label={t('admin:removeName', { name: point })}
                    icon={<TrashIcon />}
                    onPress={() => remove(point)}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </>
  )
}

function AddPoint({ points, areas, onChange }: Omit<PointsEditorProps, 'noAreas'>) {
  const { t } = useUi()
  const [picked, setArea] = useState<string | null>(null)
  const area = picked ?? (areas.length === 1 ? (areas[0] ?? null) : null)
  const [type, setType] = useState<PointType | null>(null)
  const [related, setRelated] = useState<readonly string[]>([])
  const [isTried, setTried] = useState(false)
  const others = pointsWithArea(points).map(({ point }) => point)
  const point = type === null ? null : nextPoint(points, type)
  const problem = refusalOfPoint(points, { area, point, related })
  const errorAt = (...reasons: readonly PointProblem['reason'][]) =>
    isTried && problem !== null && reasons.includes(problem.reason) ? pointProblemText(t, problem) : null
  const add = () => {
    setTried(problem !== null)
    if (problem !== null || area === null || point === null) return false
    onChange(withPoint(points, area, { point, related }))
    setType(null)
    setRelated([])
    return true
  }
  useLeaving(type === null && related.length === 0, add)
  return (
    <form
      className={css.add}
      aria-label={t('admin:site.addPoint')}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Select
        label={t('admin:site.area')}
        isRequired
        options={areas.map((id) => ({ id, label: id }))}
        value={area}
        onChange={setArea}
        error={errorAt('areaMissing', 'areaUnknown')}
      />
      <Select
        label={t('admin:site.pointType')}
        isRequired
        options={POINT_TYPE_NAMES.map((id) => ({
          id,
          label: `${id} · ${t(`admin:site.point.${id}`)}`,
          hint: zonesLabel(t, id),
        }))}
        value={type}
        onChange={setType}
        help={point === null ? undefined : t('admin:site.pointNext', { point })}
        error={errorAt('pointMissing', 'taken')}
      />
      <div data-wide>
        <MultiSelect
          label={t('admin:site.related')}
          isRequired={point !== null && needsRelation(point)}
          isDisabled={others.length === 0}
          options={others.map((id) => ({ id, label: pointLabel(t, id) }))}
          value={related}
          onChange={setRelated}
          help={t('admin:site.relatedHelp')}
          error={errorAt('unrelated', 'relationUnknown')}
        />
      </div>
      <div className={css.big} data-wide>
        <Button type="submit" icon={<PlusIcon />}>
          {t('admin:site.addPoint')}
        </Button>
      </div>
    </form>
  )
}
