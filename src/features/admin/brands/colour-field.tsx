/** A colour, typed as #rrggbb or picked, with how well it can be read. */
import { contrast } from '#domain/colour'
import { TextField, useUi } from '#ui'
import { type Colour, faintness, faintText, isColour, writeContrast } from './brand-values.ts'
import css from './brands.module.css'

export interface ColourFieldProps {
  colour: Colour
  name: string
  value: string
  error: string | null
  onChange: (value: string) => void
  onBlur: () => void
}

export function ColourField({ colour, value, error, onChange, ...field }: ColourFieldProps) {
  const { t, locale } = useUi()
  const label = t(`admin:colour.${colour}`)
  const faint = faintness(colour, value)
  const help =
    faint !== null ? (
      <span className={css.faint}>{faintText(t, locale, faint)}</span>
    ) : isColour(value) ? (
      t('admin:brands.contrast', { contrast: writeContrast(locale, Math.floor(contrast(value, '#ffffff') * 10) / 10) })
    ) : undefined
  return (
    <div className={css.colour}>
      <TextField
        {...field}
        label={label}
        value={value}
        onChange={onChange}
        help={help}
        error={error}
        maxLength={7}
        autoComplete="off"
      />
      <input
        type="color"
        className={css.swatch}
        aria-label={t('admin:brands.pick', { name: label })}
        value={isColour(value) ? value.toLowerCase() : '#000000'}
        onChange={({ target }) => onChange(target.value)}
        onBlur={field.onBlur}
      />
    </div>
  )
}
