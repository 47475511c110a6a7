/** Which local gets the counts of each place of the files. */
import { withPlaces } from '#domain/imports'
import { tableDate } from '#domain/moment'
import type { ImportPlace } from '#schemas/generated/entities/import-place.ts'
import type { ImportPlaceChoice } from '#schemas/generated/entities/import-settings.ts'
import type { Local } from '#schemas/generated/entities/local.ts'
import { Badge, DataTable, SegmentedControl, type TableColumn, type Tone, useUi } from '#ui'
import { matching } from '#ui/options.ts'
import { SearchBox } from '#ui/resource-table/search-box.tsx'
import { useMemo, useState } from 'react'
import type { ImportWork } from './use-import.ts'
import css from './imports.module.css'
import { Bulk } from './places-bulk.tsx'
import { Destination } from './destination.tsx'

const TONES: Readonly<Record<ImportPlace['match'], Tone>> = {
  code: 'good',
  name: 'good',
  similar: 'warn',
  chosen: 'accent',
  joined: 'info',
  new: 'info',
  skipped: 'neutral',
}
const PAGE = 25
const NONE: readonly ImportPlaceChoice[] = []
const FILTERS = ['all', 'similar', 'new', 'skipped'] as const
type Filter = (typeof FILTERS)[number]

/** A place as it is found, with what was said of it since. */
function asChosen(
  place: ImportPlace,
  choice: ImportPlaceChoice | undefined,
  locals: ReadonlyMap<number, string>,
  names: ReadonlySet<string>,
): ImportPlace {
  if (choice === undefined) return place
  if (choice.skip === true) return { ...place, local: null, match: 'skipped' }
  const local = choice.local ?? null
  if (local !== null) return { ...place, local, name: locals.get(local) ?? place.name, match: 'chosen' }
  const name = choice.name ?? place.place
  return { ...place, local: null, name, match: name !== place.place && names.has(name) ? 'joined' : 'new' }
}

interface PlacesStepProps {
  work: ImportWork
  locals: readonly Local[]
  /** Nothing can be changed any more. */
  isFixed: boolean
}

export function PlacesStep({ work, locals, isFixed }: PlacesStepProps) {
  const { t, format } = useUi()
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const [selected, setSelected] = useState<Set<string | number>>(new Set())
  const { places: found } = work.now
  const said = (work.isFound('places') ? NONE : work.valueOf('places')) ?? NONE
  const places = useMemo(() => {
    const choices = new Map(said.map((one) => [one.place, one]))
    const byId = new Map(locals.map(({ id, name }) => [id, name]))
    const names = new Set(found.map(({ place }) => place))
    return found.map((place) => asChosen(place, choices.get(place.place), byId, names))
  }, [found, said, locals])
  const counts = { all: places.length, similar: 0, new: 0, skipped: 0 }
  for (const { match } of places) if (match === 'similar' || match === 'new' || match === 'skipped') counts[match]++
  const shown = useMemo(() => {
    const kept = filter === 'all' ? places : places.filter(({ match }) => match === filter)
    if (text.trim() === '') return kept
    const hits = new Set(
      matching(
        kept.map(({ place, name }) => ({ id: place, label: place, hint: name })),
        text,
      ).map(({ id }) => id),
    )
    return kept.filter(({ place }) => hits.has(place))
  }, [places, filter, text])
  const choose = (chosen: readonly ImportPlaceChoice[]) => work.change({ places: withPlaces(said, chosen) })
  const forget = (which: ReadonlySet<string | number>) =>
    work.change({ places: said.filter(({ place }) => !which.has(place)) })
  const all = (make: (place: string) => ImportPlaceChoice) => {
    choose([...selected].map((place) => make(String(place))))
    setSelected(new Set())
  }
  const joinable = useMemo(() => found.map(({ place }) => ({ id: place, label: place })), [found])
  const localOptions = useMemo(() => locals.map(({ id, name }) => ({ id: `${id}`, label: name })), [locals])
  const columns: TableColumn<ImportPlace>[] = [
    {
      id: 'place',
      label: t('imports:places.place'),
      value: ({ place }) => place,
      isRowHeader: true,
      render: ({ place }) => <span title={place}>{place}</span>,
    },
    { id: 'lines', label: t('imports:places.lines'), format: 'count', value: ({ lines }) => lines },
    {
      id: 'days',
      label: t('imports:places.days'),
      value: ({ firstDay }) => firstDay,
      render: ({ firstDay, lastDay }) =>
        firstDay === lastDay ? tableDate(firstDay) : `${tableDate(firstDay)} – ${tableDate(lastDay)}`,
    },
    {
      id: 'goes',
      label: t('imports:places.goes'),
      value: ({ name }) => name,
      ...(!isFixed && { width: '24rem' }),
      render: (row) =>
        isFixed ? (
          row.match !== 'skipped' && row.name
        ) : (
          <Destination row={row} locals={localOptions} joinable={joinable} onChoose={(choice) => choose([choice])} />
        ),
    },
    {
      id: 'match',
      label: t('imports:places.match'),
      value: ({ match }) => t(`imports:match.${match}`),
      render: ({ match }) => <Badge tone={TONES[match]}>{t(`imports:match.${match}`)}</Badge>,
    },
  ]
  return (
    <div className={css.places}>
      <div className={css.tools}>
        {selected.size > 0 ? (
          <Bulk
            count={selected.size}
            onAll={all}
            onForget={() => {
              forget(selected)
              setSelected(new Set())
            }}
            onClear={() => setSelected(new Set())}
          />
        ) : (
          <>
            {places.length > FILTERS.length && (
              <SearchBox label={t('imports:places.search')} value={text} onChange={setText} />
            )}
            <SegmentedControl
              label={t('imports:places.filter')}
              size="small"
              value={filter}
              onChange={setFilter}
              segments={FILTERS.map((id) => ({
                id,
                label: `${t(`imports:places.filter.${id}`)} ${format.exact(counts[id], 'count')}`,
                isDisabled: id !== 'all' && counts[id] === 0 && filter !== id,
              }))}
            />
          </>
        )}
      </div>
      <div className={css.table}>
        <DataTable
          label={t('imports:places.table')}
          columns={columns}
          rows={shown}
          rowKey={({ place }) => place}
          phone="cards"
          pageSize={shown.length > PAGE ? PAGE : 'all'}
          {...(!isFixed && { selected, onSelectedChange: setSelected })}
          empty={t('imports:places.none')}
        />
      </div>
    </div>
  )
}
