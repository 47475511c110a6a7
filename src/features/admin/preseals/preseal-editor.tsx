/** The points of a local that are to be verified, area by area. */
import { type PointsByArea, pointsWithArea, problemOfPoints } from '#domain/points'
import { mergedPart } from '#domain/presetup-merge'
import type { Preseal } from '#schemas/generated/entities/preseal.ts'
import type { Presetup } from '#schemas/generated/entities/presetup.ts'
import { useUi } from '#ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { listKey } from '../resource/list-hooks.tsx'
import { DraftProblem } from '../site/draft-problem.tsx'
import { pointLabel, PointsEditor } from '../site/points-editor.tsx'
import { SavedLine } from '../site/saved-line.tsx'
import type { EditorProps } from '../site/site-pages.tsx'
import { useEntryDrafts } from '../site/use-entry-drafts.ts'
import css from '../site/site.module.css'
import { AddArea } from './add-area.tsx'

/** Areas by name: those of the local, those that points are in, and those that were typed. */
function useAreaNames({ client, local, points }: Preseal, typed: readonly string[]): readonly string[] {
  const { api } = useAdmin()
  const { data = [] } = useQuery({
    queryKey: ['admin', 'places', client],
    queryFn: ({ signal }) => api.places.list(client ?? undefined, signal),
    enabled: client !== null,
  })
  const own = data.filter((place) => place.kind === 'area' && place.local === local).map(({ name }) => name)
  return [...new Set([...own, ...Object.keys(points), ...typed])]
}

/** Pre-setups of the local that have points: what was planned there. */
function usePlanned({ local, points }: Preseal): readonly Presetup[] {
  const { api } = useAdmin()
  const { data = [] } = useQuery({
    queryKey: listKey('presetups'),
    queryFn: ({ signal }) => api.entries<Presetup, object>('presetup', 'presetup/list').list(signal),
    enabled: local !== null && pointsWithArea(points).length === 0,
  })
  return data.filter((setup) => setup.local === local && pointsWithArea(setup.points).length > 0)
}

export function PresealEditor({ path, entryRef, entity, aside }: EditorProps<Preseal>) {
  const { t } = useUi()
  const entry = useEntryDrafts(path, entryRef, entity)
  const preseal = entry.merged
  const [typed, setTyped] = useState<readonly string[]>([])
  const areas = useAreaNames(preseal, typed)
  const planned = usePlanned(preseal)
  const change = (points: PointsByArea) => entry.change('points', { points }, problemOfPoints(points, null) === null)
  return (
    <div className={css.site} data-plain>
      <section className={css.main} aria-label={t('noun-preseals:points')}>
        <div className={css.head}>
          <h2 className={css.title}>{t('noun-preseals:points')}</h2>
          <p className={css.note}>{t('noun-preseals:pointsNote')}</p>
          <SavedLine drafts={entry.drafts} isReachable={entry.isReachable} isSending={entry.isSending} />
        </div>
        <DraftProblem
          draft={entry.draftOf('points')}
          queue={entry.queue}
          linesOf={(_part, values) =>
            pointsWithArea((values as Pick<Preseal, 'points'>).points).map(
              ({ area, point }) => `${area}: ${pointLabel(t, point)}`,
            )
          }
          bothOf={(part, theirs, mine) => mergedPart(part, theirs, mine)}
        />
        {pointsWithArea(preseal.points).length === 0 && planned.length > 0 && (
          <div className={css.shifts}>
            {planned.map(({ id, name, points }) => (
              <button key={id} type="button" className={css.chip} onClick={() => change(points)}>
                {t('noun-preseals:asPlanned', { name: name === '' ? `#${id}` : name })}
              </button>
            ))}
          </div>
        )}
        <AddArea areas={areas} onAdd={(area) => setTyped([...typed, area])} />
        <PointsEditor points={preseal.points} areas={areas} noAreas={t('noun-preseals:areasFirst')} onChange={change} />
      </section>
      <div className={css.aside}>{aside}</div>
    </div>
  )
}
