import { useUi } from '#ui'
import { DraftField } from '../parts/draft-field.tsx'
import { readList, type Scalar, showList } from './values.ts'

/** Texts and numbers between commas. */
export function ValuesField({
  label,
  value,
  onChange,
}: {
  label: string
  value: readonly unknown[]
  onChange: (value: (string | number)[]) => void
}) {
  const { t } = useUi()
  const write = (text: string) => {
    const values = readList(text).map((one) => (typeof one === 'number' || typeof one === 'string' ? one : String(one)))
    if (values.length === 0) return t('editor-panels:problem.missing')
    onChange(values)
    return null
  }
  return (
    <DraftField
      label={label}
      value={showList(value.filter((one): one is Scalar => typeof one === 'string' || typeof one === 'number'))}
      write={write}
    />
  )
}
