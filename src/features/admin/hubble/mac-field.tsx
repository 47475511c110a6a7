import { isStrictMac, makerOf } from '#domain/hubble'
import { strictMac } from '#domain/mac'
import { Badge, TextField, useUi } from '#ui'
import css from './hubble.module.css'

/** In the strict form as soon as it is one, with the maker its prefix names. */
export function MacField({
  isFixed,
  ...field
}: {
  isFixed: boolean
  name: string
  value: string
  error: string | null
  onChange: (value: string) => void
  onBlur: () => void
}) {
  const { t } = useUi()
  const strict = strictMac(field.value)
  const maker = strict === null ? null : makerOf(strict)
  const tidy = () => {
    if (strict !== null && !isStrictMac(field.value)) field.onChange(strict)
    field.onBlur()
  }
  return (
    <div className={css.mac}>
      <TextField
        label={t('fleet:mac')}
        isRequired
        isReadOnly={isFixed}
        maxLength={32}
        placeholder="00:1E:42:0A:0B:0C"
        autoComplete="off"
        help={isFixed ? undefined : t('fleet:macHelp')}
        {...field}
        onBlur={tidy}
      />
      {maker !== null && <Badge tone="accent">{t(`fleet:maker.${maker}`)}</Badge>}
    </div>
  )
}
