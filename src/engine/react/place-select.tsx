/** A list, and a place in it: choosing another list begins at its default, choosing a place moves its group. */
import { Select } from '#ui'
import { useDashboard } from './services.tsx'
import type { ParamView } from '../core/params/state.ts'
import css from './place-select.module.css'

export interface PlaceList {
  readonly id: string
  readonly label: string
  readonly places: readonly { readonly label: string; readonly hint?: string }[]
}

export function PlaceSelect({ param, lists }: { param: ParamView; lists: readonly PlaceList[] }) {
  const { dashboard } = useDashboard()
  const { prefix, index } = (param.draft ?? {}) as { prefix?: string; index?: number }
  const list = lists.find(({ id }) => id === prefix) ?? lists[0]
  if (list === undefined) return null
  return (
    <div className={css.pair}>
      <Select
        label={param.label}
        isSearchable={false}
        options={lists.map(({ id, label }) => ({ id, label }))}
        value={list.id}
        onChange={(id) => id !== null && dashboard.setPrefix(param.key, id)}
      />
      <div className={css.place}>
        <Select
          label={list.label}
          isSearchable={false}
          options={list.places.map((place, id) => ({ id, ...place }))}
          value={index ?? null}
          onChange={(id) => id !== null && dashboard.setRelative(param.key, id)}
        />
      </div>
    </div>
  )
}
