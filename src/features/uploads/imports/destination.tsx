import type { ImportPlace } from '#schemas/generated/entities/import-place.ts'
import type { ImportPlaceChoice } from '#schemas/generated/entities/import-settings.ts'
import { Select, TextField, useUi } from '#ui'
import { useMemo, useState } from 'react'
import css from './imports.module.css'

const NEW = 'new'
const SKIP = 'skip'
const JOIN = 'join'

interface DestinationProps {
  row: ImportPlace
  locals: readonly { readonly id: string; readonly label: string }[]
  joinable: readonly { readonly id: string; readonly label: string }[]
  onChoose: (choice: ImportPlaceChoice) => void
}

/** A local there is, one that is made under a name, another place of the files, or none. */
export function Destination({ row: { place, local, name, match }, locals, joinable, onChoose }: DestinationProps) {
  const { t } = useUi()
  const [isJoining, setJoining] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const isJoined = isJoining || match === 'joined'
  const value = isJoined ? JOIN : match === 'skipped' ? SKIP : local === null ? NEW : `${local}`
  const options = useMemo(
    () => [
      { id: NEW, label: t('imports:places.new') },
      ...(joinable.length > 1 ? [{ id: JOIN, label: t('imports:places.join') }] : []),
      { id: SKIP, label: t('imports:places.skip') },
      ...locals,
    ],
    [locals, joinable, t],
  )
  const others = useMemo(() => (isJoined ? joinable.filter(({ id }) => id !== place) : []), [isJoined, joinable, place])
  const choose = (next: string | null) => {
    setJoining(next === JOIN)
    if (next === NEW) onChoose({ place, name: place })
    else if (next === SKIP) onChoose({ place, skip: true })
    else if (next !== null && next !== JOIN) onChoose({ place, local: Number(next) })
  }
  const rename = () => {
    if (typed !== null && typed.trim() !== '' && typed.trim() !== name) onChoose({ place, name: typed.trim() })
    setTyped(null)
  }
  return (
    <div className={css.destination}>
      <Select
        label={t('imports:places.goesOf', { place })}
        options={options}
        value={value}
        onChange={choose}
        flaggedLabel={name}
      />
      {value === NEW && (
        <TextField
          label={t('imports:places.nameOf', { place })}
          value={typed ?? name}
          maxLength={200}
          onChange={setTyped}
          onBlur={rename}
        />
      )}
      {value === JOIN && (
        <Select
          label={t('imports:places.joinOf', { place })}
          options={others}
          value={match === 'joined' ? name : null}
          onChange={(next) => {
            if (next !== null) onChoose({ place, name: next })
          }}
        />
      )}
    </div>
  )
}
