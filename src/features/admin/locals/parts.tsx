/** Parts of a local that have separate calls: its positions with their footscans, and its plan. */
import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import css from './locals.module.css'
import { Areas } from './areas.tsx'
import { Plan } from './plan.tsx'

export function LocalParts({ entity }: { entity: LocalRecord }) {
  return (
    <div className={css.parts}>
      <Areas local={entity} />
      <Plan key={entity.plan} local={entity} />
    </div>
  )
}
