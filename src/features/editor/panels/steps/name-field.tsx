import { useUi } from '#ui'
import { DraftField } from '../parts/draft-field.tsx'

/** A name that is asked for. */
export function NameField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const { t } = useUi()
  const write = (text: string) => {
    if (text === '') return t('editor-panels:problem.missing')
    if (text.length > 64) return t('editor-panels:problem.long', { limit: 64 })
    onChange(text)
    return null
  }
  return <DraftField label={label} value={value} write={write} />
}
