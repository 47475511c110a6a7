import { NumberField, useUi } from '#ui'
import css from './panels.module.css'

/** Fields of numbers, two beside each other. */
export function NumberFields({
  names,
  param,
  onChange,
}: {
  names: readonly string[]
  param: Readonly<Record<string, unknown>>
  onChange: (name: string, value: unknown) => void
}) {
  const { t } = useUi()
  if (names.length === 0) return null
  return (
    <div className={css.pair}>
      {names.map((name) => (
        <NumberField
          key={name}
          label={t(`editor-panels:param.${name}`)}
          value={typeof param[name] === 'number' ? param[name] : null}
          onChange={(value) => onChange(name, value ?? undefined)}
        />
      ))}
    </div>
  )
}
