/** A place in one of the lists of the document. */
import type { ControlProps } from '../services.tsx'
import { PlaceSelect } from '../place-select.tsx'

export default function PrefixControl({ param }: ControlProps) {
  const lists = Object.entries(param.prefixes ?? {}).map(([id, { label, entries }]) => ({ id, label, places: entries }))
  return (
    <PlaceSelect
      param={param}
      lists={lists.map((list) => ({ ...list, places: list.places.map(({ label }) => ({ label })) }))}
    />
  )
}
